import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { SampleContent } from '../model/sampling.js'
import type { Revision } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { encodeBlocks } from './encode-blocks.js'
import { toBlocks } from './to-blocks.js'

const bytes = new Uint8Array([1])
const image = { type: 'image', data: bytes, mimeType: 'a/b' } as const
const use = { type: 'tool_use', id: 'a', name: 't', input: {} } as const
const outcome = (structuredContent?: unknown) =>
  ({
    type: 'tool_result',
    toolUseId: 'a',
    content: [image],
    ...(structuredContent !== undefined && { structuredContent }),
  }) as SampleContent
const encode = (revision: Revision, ...blocks: readonly SampleContent[]) => encodeBlocks(blocks, profileOf(revision))
const sent = { ...image, data: 'AQ==' }

describe('blocks of a conversation', () => {
  test('have bytes as text, and audio as text where a revision has none', () => {
    const audio = { ...image, type: 'audio' } as const
    const text = { type: 'text', text: 'a' } as const
    expect(encode('2025-03-26', text, image, audio)).toEqual([text, sent, { ...audio, data: 'AQ==' }])
    expect(encode('2024-11-05', audio)).toEqual([{ type: 'text', text: '[audio of type a/b]' }])
  })

  test.each([use, outcome()])('have no tools before 2025-11-25: %j', (block) => {
    expect(thrownBy(() => encode('2025-06-18', block))).toMatchObject({
      code: 'unsupported',
      message: 'Revision 2025-06-18 has no tools in sampling',
    })
  })

  test('have tools since then, with the structured content that the revision has', () => {
    const result = { type: 'tool_result', toolUseId: 'a', content: [sent] }
    expect(encode('2025-11-25', use, outcome())).toEqual([use, result])
    expect(encode('2025-11-25', outcome({ b: 1 }), outcome([1]))).toEqual([
      { ...result, structuredContent: { b: 1 } },
      result,
    ])
    expect(encode('2026-07-28', outcome([1]))).toEqual([{ ...result, structuredContent: [1] }])
  })
})

test('the content of a message is a list, whatever it is written as', () => {
  const text = { type: 'text', text: 'a' } as const
  const list = [text, image]
  expect([toBlocks('a'), toBlocks(text)]).toEqual([[text], [text]])
  expect(toBlocks(list)).toBe(list)
  expect(toBlocks([])).toEqual([])
})
