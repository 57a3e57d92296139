/** What every exported picture is given besides its model. */
export interface ExportOptions {
  /** First line, such as the file's name; may hold anything. */
  readonly title: string;
  /** More lines below it, such as the settings; may hold anything. */
  readonly details?: readonly string[];
  /** Width in pixels; default 1200. */
  readonly width?: number;
}
