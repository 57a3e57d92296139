/**
 * A call tree as flat arrays in preorder: what the flame graph, the icicle and the tree table draw. Node 0 is the root;
 * a node's descendants follow it up to its `subtreeEnd`.
 */
/** As deep as the depth column reaches; frames further in count for the last. The root is at 0. */
export const MAX_DEPTH = 0xffff;

export interface CallTree {
  readonly nodes: number;
  /** Frames deeper than `depth` can tell, which are no nodes: what they hold is `self` of the last one above. */
  readonly cutFrames: number;
  /** Depth of each node; the root's is 0. */
  readonly depth: Uint16Array<ArrayBuffer>;
  readonly parent: Int32Array<ArrayBuffer>;
  /** First node past the subtree. */
  readonly subtreeEnd: Int32Array<ArrayBuffer>;
  /** Index into `names`. */
  readonly name: Int32Array<ArrayBuffer>;
  /** Value of the node with its descendants, and of the node alone (bytes or objects; may be negative in a diff). */
  readonly total: Float64Array<ArrayBuffer>;
  readonly self: Float64Array<ArrayBuffer>;
  /** Variance of `total` (the square of its standard error), in the square of its unit; NaN where unknown. */
  readonly variance: Float64Array<ArrayBuffer>;
  /** In a diff: the value before, else all zero. `total` is then the value after. */
  readonly before: Float64Array<ArrayBuffer>;
  /** Function (or line, file, address) names; text from files. */
  readonly names: readonly string[];
  /** Module (binary or library) of each name, index into `modules`, -1 where unknown. */
  readonly moduleOfName: Int32Array<ArrayBuffer>;
  readonly modules: readonly string[];
}
