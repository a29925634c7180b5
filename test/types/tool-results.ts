import { type CallToolResult, result, tool } from 'omniport'
import { z } from 'zod'

interface Row {
  id: string
}
interface Event {
  type: string
  data: { readonly a: number }
}
declare const row: Row
declare const event: Event
declare const isLate: boolean
declare const whole: CallToolResult

const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const

/** What a tool without `output` may return. */
export const accepted = [
  tool({ run: () => 'text' }),
  tool({ run: () => {} }),
  tool({ run: () => row }),
  tool({ run: async () => [row] }),
  tool({ run: () => event }),
  tool({ run: () => [event] }),
  tool({ run: () => ({ type: 'note', text: 'x', data: [1], nested: { type: 'image', data: 'x' } }) }),
  tool({ run: () => [1, 'two', null, [3], { four: 4 }] }),
  tool({ run: (): Record<string, unknown> => ({}) }),
  tool({ run: (): object => row }),
  tool({ run: () => (isLate ? { a: 1 } : { b: ['x'] }) }),
  tool({ run: () => image }),
  tool({ run: async () => [image, { type: 'text', text: 'x' }] }),
  tool({ run: () => ({ type: 'audio', data: new Uint8Array(1), mimeType: 'audio/wav' }) }),
  tool({ run: () => ({ content: [image], isError: true, structuredContent: row }) }),
  tool({ run: async () => whole }),
  tool({ run: () => result({ content: [] }) }),
  tool({ output: z.object({ type: z.enum(['image', 'b']) }), run: () => ({ type: 'image' }) }),
  tool({ output: z.object({ isError: z.literal(true) }), run: async () => ({ isError: true }) }),
  tool({ output: z.array(z.object({ type: z.literal('b') })), run: () => [{ type: 'b' }] }),
]

const malformed = { type: 'image', data: 'AAAA', mimetype: 'image/png' } as const

/** What it may not return: clients would get it as text, base64 included. */
export const refused = [
  // @ts-expect-error: mimeType is misspelt
  tool({ run: () => malformed }),
  // @ts-expect-error: the same in a list
  tool({ run: () => [malformed] }),
  // @ts-expect-error: the same in a result
  tool({ run: async () => ({ content: [malformed] }) }),
  // @ts-expect-error: a result has content
  tool({ run: () => ({ isError: true, message: 'no' }) }),
  // @ts-expect-error: content is an array of blocks
  tool({ run: () => ({ content: 'no', isError: true }) }),
]
