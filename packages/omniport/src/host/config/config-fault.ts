/** The reason why a whole file is unusable: `not JSON: colon expected`. It neither names nor quotes the file. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
  /** From 1; undefined if the reason concerns no single line. */
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** Formats a position as compilers do: `mcp.json:12`. */
export function formatLocation({ file, line }: { readonly file: string; readonly line?: number | undefined }): string {
  return line === undefined ? file : `${file}:${line}`
}
