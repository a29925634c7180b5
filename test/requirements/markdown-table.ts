/** A table with its columns aligned, the first line being the header, as the formatter of this repository leaves it. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const [header = []] = lines
  const widths = header.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const toLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = toLine(widths.map((width) => '-'.repeat(width)))
  const [first = '', ...rest] = lines.map(toLine)
  return [first, rule, ...rest].join('\n')
}
