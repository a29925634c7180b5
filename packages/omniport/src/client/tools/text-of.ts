import type { Content } from '../../protocol/model/content.js'

/** The text of a result: its blocks of text, one per line; empty where there are none. Other blocks are left out. */
export function textOf(result: { readonly content: readonly Content[] }): string {
  return result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
