/** `mcp.json:12`, as messages of compilers start. */
export function formatLocation(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`
}
