import type { SampleContent } from '../model/sampling.js'

/** The content of a message as a list of blocks: text for a string, a list of one for a block. */
export function toBlocks(content: string | SampleContent | readonly SampleContent[]): readonly SampleContent[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : [content as SampleContent] // isArray does not narrow a readonly array away
}
