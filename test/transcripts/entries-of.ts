/** The lines of a block, each with those that continue it, which are indented. */
export function entriesOf(block: string): string[] {
  return block.split(/\n(?!\s)/)
}
