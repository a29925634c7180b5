import { describe, expect, test } from 'vitest'
import type { WireContent } from '../protocol/model/content.js'
import { textOfParts, toModelParts } from './model-parts.js'

function partsOf(...content: WireContent[]) {
  return toModelParts({ content, structuredContent: undefined, isError: false })
}

function resource(resource: Readonly<Record<string, unknown>>): WireContent {
  return { type: 'resource', resource } as unknown as WireContent
}

describe('a result without blocks', () => {
  test('is a text that says so', () => {
    expect(partsOf()).toEqual([{ type: 'text', text: '(no content)' }])
  })

  test('is its structured content as JSON', () => {
    expect(toModelParts({ content: [], structuredContent: { a: [1] }, isError: false })).toEqual([
      { type: 'text', text: '{"a":[1]}' },
    ])
  })
})

test('structured content is left out where there are blocks', () => {
  const content: WireContent[] = [{ type: 'text', text: 'a' }]
  expect(toModelParts({ content, structuredContent: { a: 1 }, isError: false })).toEqual([{ type: 'text', text: 'a' }])
})

describe('images that models take', () => {
  test.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const)('%s', (mimeType) => {
    expect(partsOf({ type: 'image', mimeType, data: 'AAAA' })).toEqual([{ type: 'image', mimeType, data: 'AAAA' }])
  })

  test('the type may be in capitals', () => {
    expect(partsOf({ type: 'image', mimeType: 'Image/PNG', data: 'AA==' })).toEqual([
      { type: 'image', mimeType: 'image/png', data: 'AA==' },
    ])
  })
})

describe('what models do not take is a line that says what it is', () => {
  test.each<[string, WireContent, string]>([
    [
      'another image',
      { type: 'image', mimeType: 'image/tiff', data: 'AAAA' },
      '[image, image/tiff, 3 bytes: not shown]',
    ],
    ['audio', { type: 'audio', mimeType: 'audio/wav', data: 'AAAAAA==' }, '[audio, audio/wav, 4 bytes: not shown]'],
    ['audio of no type', { type: 'audio', mimeType: '', data: 'AAA=' }, '[audio, 2 bytes: not shown]'],
    ['a link', { type: 'resource_link', uri: 'a://b', name: 'b', title: 'Bee' }, '[resource "a://b": Bee]'],
    ['a link without a title', { type: 'resource_link', uri: 'a://"', name: 'b' }, '[resource "a://\\"": b]'],
    [
      'a file',
      resource({ uri: 'a://b', mimeType: 'a/b', blob: 'AAAA' }),
      '[resource "a://b", a/b, 3 bytes: not shown]',
    ],
    ['a file of no type', resource({ uri: 'a://b', blob: '' }), '[resource "a://b", 0 bytes: not shown]'],
    ['a text', resource({ uri: 'a://b', text: '' }), '[resource "a://b"]\n'],
    ['a text of a type', resource({ uri: 'a://b', mimeType: 'image/png', text: 'x' }), '[resource "a://b"]\nx'],
  ])('%s', (_what, block, text) => {
    expect(partsOf(block)).toEqual([{ type: 'text', text }])
  })
})

describe('files', () => {
  test('whose text is undefined has its bytes', () => {
    const file = resource({ uri: 'a://b', mimeType: 'image/gif', text: undefined, blob: 'AAAA' })
    expect(partsOf(file)).toEqual([{ type: 'image', mimeType: 'image/gif', data: 'AAAA' }])
  })

  test('an image in a resource is an image', () => {
    expect(partsOf(resource({ uri: 'a://b', mimeType: 'image/gif', blob: 'AAAA' }))).toEqual([
      { type: 'image', mimeType: 'image/gif', data: 'AAAA' },
    ])
  })

  test.each([
    ['file:///docs/report.pdf', 'report.pdf'],
    ['https://a.example/report.pdf?page=1', 'report.pdf'],
    ['https://a.example/report.pdf#p', 'report.pdf'],
    ['?', 'document.pdf'],
  ])('a document is named after its address: %s', (uri, name) => {
    expect(partsOf(resource({ uri, mimeType: 'application/pdf', blob: 'AAAA' }))).toEqual([
      { type: 'pdf', data: 'AAAA', name },
    ])
  })
})

describe('parts as one text', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'pdf', data: 'AAAA', name: 'b.pdf' },
  ] as const

  test('images and documents are not shown', () => {
    expect(textOfParts(parts)).toBe('a\n[image, image/png: not shown]\n[document b.pdf: not shown]')
  })

  test('or they are elsewhere', () => {
    expect(textOfParts(parts, 'below')).toBe('a\n[image, image/png: below]\n[document b.pdf: below]')
  })
})
