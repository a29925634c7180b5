import { describe, expect, test } from 'vitest'
import type { WireContent } from '../../../entries/protocol.js'
import { contentsPart, partOf } from './parts.js'

describe('the part of a result', () => {
  test.each<[block: WireContent, part: object]>([
    [{ type: 'text', text: 'the text' }, { text: 'the text' }],
    [
      { type: 'image', data: 'AAEC', mimeType: 'image/png' },
      { text: 'an image (image/png, 3 B)', file: { base64: 'AAEC', mimeType: 'image/png' } },
    ],
    [
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { text: 'a sound (audio/wav, 1 B)', file: { base64: 'AA==', mimeType: 'audio/wav' } },
    ],
    [
      { type: 'resource_link', name: 'n', uri: 'a:b' },
      { text: 'a resource: n (of unknown type)\na:b', uri: 'a:b' },
    ],
    [
      {
        ...{ type: 'resource_link', name: 'n', title: 'The title', uri: 'a:b' },
        ...{ mimeType: 'text/plain', size: 0, description: 'What it is.' },
      },
      { text: 'a resource: The title (text/plain, 0 B)\na:b\nWhat it is.', uri: 'a:b' },
    ],
    [{ type: 'resource', resource: { uri: 'a:b', text: '' } }, { text: 'a:b\n' }],
    [
      { type: 'resource', resource: { uri: 'a:b', blob: 'AAEC' } },
      { text: 'a:b (of unknown type, 3 B)', file: { base64: 'AAEC', mimeType: undefined } },
    ],
  ])('%j', (block, part) => {
    expect(partOf(block)).toEqual(part)
  })

  test('of another type is shown as it is', () => {
    expect(partOf({ type: 'other', a: 1 } as never)).toEqual({ text: '{\n  "type": "other",\n  "a": 1\n}' })
  })
})

test('the contents of a resource are text, or a file', () => {
  expect(contentsPart({ uri: 'a:b', text: 'x' })).toEqual({ text: 'a:b\nx' })
  expect(contentsPart({ uri: 'a:b', blob: 'AAE=', mimeType: 'x/y' })).toEqual({
    text: 'a:b (x/y, 2 B)',
    file: { base64: 'AAE=', mimeType: 'x/y' },
  })
})
