import { describe, expect, test } from 'vitest'
import { type Block, type Inline, parseMarkdown } from './parse-markdown.js'

/** A piece of a line, in short: its kind, where it is not text, and what is in it. */
function inline(part: Inline): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code') return `code(${part.text})`
  const inner = part.parts.map(inline).join('')
  return part.kind === 'link' ? `link(${inner} → ${part.href})` : `${part.kind}(${inner})`
}

const line = (parts: readonly Inline[]) => parts.map(inline).join('')

/** A block in short. */
function outline(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level} ${line(block.parts)}`
    case 'paragraph':
      return `p ${line(block.parts)}`
    case 'code':
      return `code ${block.language}|${block.text}`
    case 'quote':
      return `> ${block.blocks.map(outline).join(' / ')}`
    case 'list':
      return `${block.isOrdered ? 'ol' : 'ul'} ${block.items.map(line).join(' | ')}`
    case 'table':
      return `table ${block.rows.map((row) => row.map(line).join(',')).join(' | ')}`
    case 'rule':
      return 'rule'
  }
}

const outlineOf = (text: string) => parseMarkdown(text).map(outline)

describe('the blocks of a text', () => {
  test.each<[string, string, readonly string[]]>([
    ['an empty text', '', []],
    ['empty lines', '\n  \n', []],
    ['headings of all levels', '# a\n###### b  c\n####### d', ['h1 a', 'h6 b  c', 'p ####### d']],
    ['a hash without a space', '#a', ['p #a']],
    ['a heading right after a paragraph', 'a\n# b', ['p a', 'h1 b']],
    ['paragraphs with an empty line between them', 'a\n\nb', ['p a', 'p b']],
    ['lines of another system', 'a\r\nb\r\n\r\nc', ['p a\nb', 'p c']],
    ['rules', '---\n* * *\n ___ ', ['rule', 'rule', 'rule']],
    ['what is no rule', '--', ['p --']],
    ['what is no rule either', '-*-', ['p -*-']],
    ['code in waves', '~~~ c++\na\n\nb\n~~~\nc', ['code c++|a\n\nb', 'p c']],
    ['code with other fences in it', '```\n~~~\n```', ['code |~~~']],
    ['code with a longer fence', '````\n```\n````', ['code |```']],
    ['code with longer waves', '~~~~\n~~~\n~~~~', ['code |~~~']],
    ['code whose fence is further in', '  ```js\na\n  ```', ['code js|a']],
    ['a paragraph that ends at code', 'a\n```\nb\n```', ['p a', 'code |b']],
    ['a paragraph that ends at waves', 'a\n~~~\nb', ['p a', 'code |b']],
    ['a quote over lines', '> a\n>b\n > c', ['> p a\nb\nc']],
    ['a quote in a quote', '> a\n> > b', ['> p a / > p b']],
    ['a paragraph that ends at a quote', 'a\n> b', ['p a', '> p b']],
    ['a line before an item that is no part of it', '- a\nxy- b', ['ul a', 'p xy- b']],
    ['a list with stars and pluses', '* a\n+ b', ['ul a | b']],
    ['a numbered list', '1. a\n2) b', ['ol a | b']],
    ['a number that is too long', '1234567890. a', ['p 1234567890. a']],
    ['an item that goes on', '- a\n  b\n- c', ['ul a\nb | c']],
    ['a line that does not belong to the list', '- a\nb', ['ul a', 'p b']],
    ['a paragraph that ends at a list', 'a\n- b', ['p a', 'ul b']],
    ['a paragraph that ends at a numbered list', 'a\n1. b', ['p a', 'ol b']],
    ['a minus without a space', '-a', ['p -a']],
    ['a table without a head', '| a | b |', ['table a,b']],
    ['a table with a line below its head', ' | a |b|\n|:--|--:|\n|c| |', ['table a,b | c,']],
    ['a line with a bar', 'a | b', ['p a | b']],
    ['a table that ends', '|a|\nb', ['table a', 'p b']],
  ])('%s', (_name, text, blocks) => {
    expect(outlineOf(text)).toEqual(blocks)
  })

  test('quotes stand eight deep; what is deeper is text', () => {
    const [block] = parseMarkdown(`${'>'.repeat(9)} a`)
    expect(outline(block as Block)).toBe(`${'> '.repeat(8)}p > a`)
  })
})

describe('the pieces of a line', () => {
  test.each<[string, string]>([
    ['``a``', 'code(a)'],
    ['**a `b` [c](d)**', 'strong(a code(b) link(c → d))'],
    ['a*b', 'a*b'],
    ['**a\nb**', '**a\nb**'],
    [`**${'a'.repeat(500)}**`, `strong(${'a'.repeat(500)})`],
    [`**${'a'.repeat(501)}**`, `*em(${'a'.repeat(501)})*`],
    [`*${'a'.repeat(501)}*`, `em(${'a'.repeat(501)})`],
    [`*${'a'.repeat(502)}*`, `*${'a'.repeat(502)}*`],
    ['[a](b) c', 'link(a → b) c'],
    ['[a](b c)', '[a](b c)'],
    ['[](b)', '[](b)'],
    ['[`a`](b)', 'link(`a` → b)'],
    ['see https://a.example/x(y) now', 'see link(https://a.example/x → https://a.example/x)(y) now'],
    ['http://a.example', 'link(http://a.example → http://a.example)'],
    ['"https://a.example"', '"link(https://a.example → https://a.example)"'],
    ['httpx://a', 'httpx://a'],
  ])('%s', (text, pieces) => {
    expect(outlineOf(text)).toEqual([`p ${pieces}`])
  })

  test('are not looked for in a text of more than 100,000 characters', () => {
    const text = (length: number) => `**a**${' b'.repeat((length - 5) / 2)}`
    expect(outlineOf(text(99_999))[0]?.slice(0, 12)).toBe('p strong(a) ')
    expect(outlineOf(text(100_001))[0]?.slice(0, 8)).toBe('p **a** ')
  })
})
