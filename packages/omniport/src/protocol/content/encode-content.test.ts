import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { toBase64 } from '../../values/text/base64.js'
import type { Content } from '../model/content.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { encodeContent, encodeContents } from './encode-content.js'

const bytes = new Uint8Array([0, 1, 254, 255])
const _meta = { 'com.example/a': 1 }
const annotations = { audience: ['user' as const], priority: 0, lastModified: '2025-01-12T15:00:58Z' }
const { lastModified: _, ...olderAnnotations } = annotations
const icons = [{ src: 'https://example.com/i.png' }]
const link = {
  type: 'resource_link' as const,
  uri: 'a:b',
  name: 'b',
  title: 'The b',
  description: 'All of it',
  mimeType: 'text/plain',
  size: 3,
}
const asText = { type: 'text', text: 'The b: a:b\nAll of it' }
const blob = { uri: 'a:b', mimeType: 'image/png', blob: 'AAH+/w==' }

const text: Content = { type: 'text', text: 't', annotations, _meta }
const image: Content = { type: 'image', data: bytes, mimeType: 'image/png', annotations, _meta }
const audio: Content = { type: 'audio', data: bytes, mimeType: 'audio/wav', annotations, _meta }
const linked: Content = { ...link, icons, annotations, _meta }
const embedded: Content = { type: 'resource', resource: { ...blob, blob: bytes, _meta }, annotations, _meta }

const older = { annotations: olderAnnotations }
const newer = { annotations, _meta }
const note = { type: 'text', text: '[audio of type audio/wav]', ...older }
const wireImage = { type: 'image', data: 'AAH+/w==', mimeType: 'image/png' }
const wireAudio = { type: 'audio', data: 'AAH+/w==', mimeType: 'audio/wav' }

/** For each block what it is in the five revisions, oldest first. */
const rows: readonly (readonly [string, Content, readonly object[]])[] = [
  ['text', text, both({ type: 'text', text: 't' })],
  ['an image', image, both(wireImage)],
  ['audio', audio, [note, { ...wireAudio, ...older }, ...three({ ...wireAudio, ...newer })]],
  [
    'a link',
    linked,
    [{ ...asText, ...older }, { ...asText, ...older }, { ...link, ...newer }, ...two({ ...link, icons, ...newer })],
  ],
  [
    'an embedded resource',
    embedded,
    [
      ...two({ type: 'resource', resource: blob, ...older }),
      ...three({ type: 'resource', resource: { ...blob, _meta }, ...newer }),
    ],
  ],
]

function both(block: object): readonly object[] {
  return [...two({ ...block, ...older }), ...three({ ...block, ...newer })]
}

function two(block: object): readonly object[] {
  return [block, block]
}

function three(block: object): readonly object[] {
  return [block, block, block]
}

describe('content in a revision has what that revision knows', () => {
  test.each(rows)('%s', (_name, block, expected) => {
    verifies('PROMPT-06', 'PROMPT-07', 'RES-13')
    expect(revisions.map((revision) => encodeContent(block, profileOf(revision)))).toEqual(expected)
  })
})

test.each([
  [{ type: 'resource_link', uri: 'a:b', name: 'b' } as const, 'b: a:b'],
  [{ type: 'resource_link', uri: 'a:b', name: 'b', title: 'B' } as const, 'B: a:b'],
  [{ type: 'resource_link', uri: 'a:b', name: 'b', description: 'd' } as const, 'b: a:b\nd'],
])('a link %j is %j in words', (block, words) => {
  expect(encodeContent(block, profileOf('2024-11-05'))).toEqual({ type: 'text', text: words })
})

test('base64 text travels as it is, and an empty blob is a blob', () => {
  const profile = profileOf('2026-07-28')
  expect(encodeContent({ type: 'image', data: 'AA==', mimeType: 'image/png' }, profile)).toEqual({
    type: 'image',
    data: 'AA==',
    mimeType: 'image/png',
  })
  expect(encodeContents({ uri: 'a:b', blob: new Uint8Array() }, profile)).toEqual({ uri: 'a:b', blob: '' })
})

test.each([['2024-11-05'], ['2025-03-26']] as const)('contents have no _meta at %s', (revision: Revision) => {
  expect(encodeContents({ uri: 'a:b', text: '', _meta }, profileOf(revision))).toEqual({ uri: 'a:b', text: '' })
})

test.each([0, 1, 2, 3, 8_191, 8_192, 8_193, 100_000])('%i bytes are base64 as everyone writes it', (length) => {
  verifies('RES-13')
  const many = Uint8Array.from({ length }, (_value, index) => (index * 7) % 256)
  expect(toBase64(many)).toBe(Buffer.from(many).toString('base64'))
})
