import { describe, expect, test } from 'vitest'
import type { WireContent } from '../../entries/protocol.js'
import { type Page, plain, type Style } from '../output/style.js'
import { formatContent, formatContents } from './format-content.js'

const page: Page = { columns: 80, style: plain }
/** Each mark as a letter around what it marks up. */
const marked: Style = {
  strong: (text) => `S<${text}>`,
  faint: (text) => `F<${text}>`,
  name: (text) => `N<${text}>`,
  good: (text) => `G<${text}>`,
  warning: (text) => `W<${text}>`,
  bad: (text) => `B<${text}>`,
}
const text = (given: string, style: Style = plain) =>
  formatContent({ type: 'text', text: given }, { columns: 80, style })

describe('text', () => {
  test.each([
    ['plain', 'plain'],
    ['# Title', 'S<Title>'],
    ['###### Deep', 'S<Deep>'],
    ['####### Seven', '####### Seven'],
    ['#hash', '#hash'],
    ['a # b', 'a # b'],
    ['a `code` b', 'a N<code> b'],
    ['a **strong** and **more**', 'a S<strong> and S<more>'],
    ['** not strong**', '** not strong**'],
    ['see [it](https://a.example)', 'see it F<(https://a.example)>'],
    ['`**code**`', 'N<**code**>'],
    [`\`${'x'.repeat(200)}\``, `N<${'x'.repeat(200)}>`],
    [`\`${'x'.repeat(201)}\``, `\`${'x'.repeat(201)}\``],
    [`**${'x'.repeat(200)}**`, `S<${'x'.repeat(200)}>`],
    [`**${'x'.repeat(201)}**`, `**${'x'.repeat(201)}**`],
    ['**x**', 'S<x>'],
    [`[${'x'.repeat(200)}](y)`, `${'x'.repeat(200)} F<(y)>`],
    [`[${'x'.repeat(201)}](y)`, `[${'x'.repeat(201)}](y)`],
    [`[x](${'y'.repeat(300)})`, `x F<(${'y'.repeat(300)})>`],
    [`[x](${'y'.repeat(301)})`, `[x](${'y'.repeat(301)})`],
    ['[a b](c d)', '[a b](c d)'],
    ['[]()', '[]()'],
    ['a\n```js\n# `x`\n```\n# B', 'a\nF<```js>\nF<# `x`>\nF<```>\nS<B>'],
    ['~~~\n**x**', 'F<~~~>\nF<**x**>'],
    ['a ``` b **c**', 'a ``` b S<c>'],
    ['tab\tand \u001b[31mred', 'tab  and \\u001b[31mred'],
  ])('is marked up: %j', (given, shown) => {
    expect(text(given, marked)).toBe(shown)
  })

  test.each([
    ['{"a":1,"b":[1,2]}', 'a: 1\nb:\n  - 1\n  - 2'],
    [' \n[1]', '- 1'],
    ['{}', '(empty)'],
    ['7', '7'],
    ['"x"', '"x"'],
    ['{"a":', '{"a":'],
    ['x {"a":1}', 'x {"a":1}'],
    ['null', 'null'],
  ])('that is JSON is shown as a value: %j', (given, shown) => {
    expect(text(given)).toBe(shown)
  })

  test('that is JSON of a million characters is shown as it is', () => {
    const json = (length: number) => `["${'x'.repeat(length - 4)}"]`
    expect(text(json(999_999))).toBe(`- ${'x'.repeat(999_995)}`)
    expect(text(json(1_000_000))).toBe(json(1_000_000))
  })
})

describe('a file', () => {
  const image: WireContent = { type: 'image', data: 'AAAA', mimeType: 'image/png' }

  test('has its type and size, and says how to save it', () => {
    expect(formatContent(image, { ...page, style: marked })).toBe('[image] image/png, 3 B, F<--output <path> saves it>')
    expect(formatContent({ ...image, type: 'audio', mimeType: `a${'x'.repeat(99)}\n` }, page)).toBe(
      `[audio] a${'x'.repeat(79)}…, 3 B, --output <path> saves it`,
    )
  })

  test('that was saved says where', () => {
    expect(formatContent(image, page, new Map([[image, '/tmp/\u001b1.png']]))).toBe(
      '[image] image/png, 3 B, saved to /tmp/\\u001b1.png',
    )
  })
})

describe('a link', () => {
  const link: WireContent = { type: 'resource_link', uri: 'a:b', name: 'b' }

  test.each([
    [{}, 'N<a:b> b F<(unknown type)>'],
    [{ title: 'B\n', mimeType: 'text/plain', size: 1_500 }, 'N<a:b> B\\n F<(text/plain, 1.5 kB)>'],
    [{ size: 0, description: 'one\ntwo' }, 'N<a:b> b F<(unknown type, 0 B)>\n  one\n  two'],
  ])('with %j', (more, shown) => {
    expect(formatContent({ ...link, ...more }, { ...page, style: marked })).toBe(shown)
  })
})

describe('a resource', () => {
  test.each([
    [{ uri: 'a:b', text: '# x **y**' }, 'F<a:b>\n# x **y**'],
    [
      { uri: 'a:b', text: '# x **y**', mimeType: 'text/markdown; charset=utf-8' },
      'F<a:b (text/markdown; charset=utf-8)>\nS<x **y**>',
    ],
    [{ uri: 'a:b', text: '{"a":1}', mimeType: 'application/json' }, 'F<a:b (application/json)>\nN<a>: 1'],
    [{ uri: 'a:b', text: '{"a":1}', mimeType: 'application/ld+json' }, 'F<a:b (application/ld+json)>\nN<a>: 1'],
    [{ uri: 'a:b', text: '{"a":1}', mimeType: 'application/jsonl' }, 'F<a:b (application/jsonl)>\n{"a":1}'],
    [{ uri: 'a:b', text: '**x**', mimeType: 'x/text/markdown' }, 'F<a:b (x/text/markdown)>\n**x**'],
    [{ uri: 'a:b', blob: 'AAAA', mimeType: 'image/png' }, '[a:b] image/png, 3 B, F<--output <path> saves it>'],
    [
      { uri: `a:${'x'.repeat(199)}`, blob: '' },
      `[a:${'x'.repeat(198)}…] unknown type, 0 B, F<--output <path> saves it>`,
    ],
  ])('%j', (contents, shown) => {
    expect(formatContents(contents, { ...page, style: marked })).toBe(shown)
    expect(formatContent({ type: 'resource', resource: contents }, { ...page, style: marked })).toBe(shown)
  })

  test('that was saved says where, text or bytes', () => {
    const one = { uri: 'a:b', text: 'x', mimeType: 'text/plain' }
    const two = { uri: 'a:c', blob: 'AAAA' }
    const saved = new Map<object, string>([
      [one, '/1'],
      [two, '/2'],
    ])
    expect(formatContents(one, page, saved)).toBe('a:b (text/plain)\nsaved to /1')
    expect(formatContent({ type: 'resource', resource: two }, page, saved)).toBe('[a:c] unknown type, 3 B, saved to /2')
  })
})

test('a block of an unknown type is shown as a value', () => {
  expect(formatContent({ type: 'video', data: 'x' } as unknown as WireContent, page)).toBe('type: video\ndata: x')
})
