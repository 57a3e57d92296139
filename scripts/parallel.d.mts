export declare function ensureParallel(): boolean;
