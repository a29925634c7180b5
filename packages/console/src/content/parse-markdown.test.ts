import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines } from './diff-lines.js'
import { parseMarkdown } from './parse-markdown.js'

/** With a cost that grows as the square of the length these take minutes. */
test.each([
  ['runs of backticks', `a${'`'.repeat(99_000)}\n\n`.repeat(10), 10, 'paragraph'],
  ['a heading of two lines, behind spaces', `# ${' '.repeat(300_000)}x\u2028y`, 1, 'heading'],
  ['fences', '```\n'.repeat(200_000), 100_000, 'code'],
])(
  '%s are read in one go',
  (_, text, count, kind) => {
    const blocks = parseMarkdown(text)
    expect([blocks.length, blocks[0]?.kind, blocks.at(-1)?.kind]).toEqual([count, kind, kind])
  },
  30_000,
)

describe('markdown', () => {
  const text = (text: string) => ({ kind: 'text', text })
  test.each([
    ['a heading', '## Title', [{ kind: 'heading', level: 2, parts: [text('Title')] }]],
    ['a paragraph over lines', 'a\nb', [{ kind: 'paragraph', parts: [text('a\nb')] }]],
    ['code', '```js\n<b>\n```', [{ kind: 'code', text: '<b>', language: 'js' }]],
    ['a fence without an end', '```\na', [{ kind: 'code', text: 'a', language: '' }]],
    ['a list', '- a\n- b', [{ kind: 'list', isOrdered: false, items: [[text('a')], [text('b')]] }]],
    ['a quote', '> a', [{ kind: 'quote', blocks: [{ kind: 'paragraph', parts: [text('a')] }] }]],
    [
      'a table',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      [
        {
          kind: 'table',
          rows: [
            [[text('a')], [text('b')]],
            [[text('1')], [text('2')]],
          ],
        },
      ],
    ],
    ['a line that only ends like a table', 'a | b |', [{ kind: 'paragraph', parts: [text('a | b |')] }]],
    [
      'emphasis and links',
      '**a** *b* `c` [d](https://e.example)',
      [
        {
          kind: 'paragraph',
          parts: [
            { kind: 'strong', parts: [text('a')] },
            text(' '),
            { kind: 'em', parts: [text('b')] },
            text(' '),
            { kind: 'code', text: 'c' },
            text(' '),
            { kind: 'link', href: 'https://e.example', parts: [text('d')] },
          ],
        },
      ],
    ],
  ])('%s', (_, source, expected) => {
    expect(parseMarkdown(source)).toEqual(expected)
  })

  test('any text ends, and has blocks', () => {
    const piece = fc.constantFrom('#', '>', '-', '`', '```', '~~~', '|', '*', '[', '](', ')', '\n', ' ', 'a', '1.', '_')
    const source = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(source, (each) => Array.isArray(parseMarkdown(each))))
  })
})

test('a comparison has both texts in it', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const found = diffLines(before.join('\n'), after.join('\n'))
      const without = (kind: string) => found.filter((each) => each.kind !== kind).map(({ text }) => text)
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})
