export function bundle(entry: string, outFile: string): Promise<void>;
