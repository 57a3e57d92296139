/** Reads a pprof file with pprof-format, an encoder and decoder that is not ours, into plain objects. */
import { type Location, Profile } from 'pprof-format';

export interface DecodedLine {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export interface DecodedPprof {
  readonly sampleTypes: string[];
  readonly defaultSampleType: string;
  readonly period: string;
  readonly dropFrames: string;
  readonly comments: string[];
  readonly samples: {
    readonly addresses: number[];
    readonly values: number[];
    readonly labels: Record<string, string | number>;
  }[];
  readonly locations: Map<number, { readonly mapping: string; readonly lines: DecodedLine[] }>;
  readonly mappings: {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly offset: number;
    readonly buildId: string;
    readonly flags: boolean[];
  }[];
}

const signed = (value: number | bigint): number => Number(BigInt.asIntN(64, BigInt(value)));

export function decode(chunks: Iterable<Uint8Array<ArrayBuffer>>): DecodedPprof {
  const profile = Profile.decode(new Uint8Array(Buffer.concat([...chunks])));
  const text = (index: number | bigint): string => {
    const found = profile.stringTable.strings[Number(index)];
    if (found === undefined) throw new Error(`no text ${index}`);
    return found;
  };
  const functions = new Map(profile.function.map((fn) => [Number(fn.id), fn]));
  const mappings = new Map(profile.mapping.map((mapping) => [Number(mapping.id), mapping]));
  const locations = new Map(profile.location.map((location) => [Number(location.id), location]));
  const linesOf = (location: Location): DecodedLine[] =>
    location.line.map(({ functionId, line }) => {
      const fn = functions.get(Number(functionId));
      if (fn === undefined) throw new Error(`no function ${functionId}`);
      return { name: text(fn.name), file: text(fn.filename), line: Number(line) };
    });
  return {
    sampleTypes: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    defaultSampleType: text(profile.defaultSampleType),
    period:
      profile.periodType === undefined
        ? ''
        : `${profile.period} ${text(profile.periodType.type)}/${text(profile.periodType.unit)}`,
    dropFrames: text(profile.dropFrames),
    comments: profile.comment.map(text),
    samples: profile.sample.map(({ locationId, value, label }) => ({
      addresses: locationId.map((id) => {
        const location = locations.get(Number(id));
        if (location === undefined) throw new Error(`no location ${id}`);
        return Number(location.address);
      }),
      values: value.map(signed),
      labels: Object.fromEntries(
        label.map(({ key, str, num }) => [text(key), Number(str) > 0 ? text(str) : signed(num)]),
      ),
    })),
    locations: new Map(
      profile.location.map((location) => {
        const mapping = mappings.get(Number(location.mappingId));
        return [
          Number(location.address),
          { mapping: mapping === undefined ? '' : text(mapping.filename), lines: linesOf(location) },
        ];
      }),
    ),
    mappings: profile.mapping.map((mapping) => ({
      file: text(mapping.filename),
      start: Number(mapping.memoryStart),
      end: Number(mapping.memoryLimit),
      offset: Number(mapping.fileOffset),
      buildId: text(mapping.buildId),
      flags: [mapping.hasFunctions, mapping.hasFilenames, mapping.hasLineNumbers, mapping.hasInlineFrames],
    })),
  };
}
