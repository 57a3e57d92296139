export function findChromium(): Promise<string | null>;
export function ensureChromium(): Promise<string | null>;
