/** Why a file as a whole cannot be used: `not JSON: colon expected`. It names no file, and repeats nothing of it. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
  /** From 1; undefined where it is about no line. */
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** `mcp.json:12`, as messages of compilers start. */
export function formatLocation(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`
}
