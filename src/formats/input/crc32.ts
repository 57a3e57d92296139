/** CRC-32 as gzip has it (RFC 1952, 8). */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0xedb8_8320);
  return crc >>> 0;
});

/** Goes on from `crc` (0 at the start) over `bytes`. */
export function crc32(bytes: Uint8Array, crc: number): number {
  let state = ~crc;
  for (const byte of bytes) state = (TABLE[(state ^ byte) & 255] as number) ^ (state >>> 8);
  return ~state >>> 0;
}
