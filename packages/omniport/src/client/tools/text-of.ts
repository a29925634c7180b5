import type { Content } from '../../protocol/model/content.js'

/** The text blocks of a result, one per line; empty where there are none. Other blocks are left out. */
export function textOf(result: { readonly content: readonly Content[] }): string {
  return result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
