import { describe, expect, test } from 'vitest'
import { parseTemplate } from './parse-template.js'
import { type RunToken, toPattern } from './template-pattern.js'

const patternOf = (source: string) => toPattern(parseTemplate(source))

/** Fixed text as it is, captures in braces: the name, what they exclude, and their limit. */
const show = (run: readonly RunToken[]) =>
  run
    .map((token) => (token.type === 'fixed' ? token.text : `{${token.name} ${token.excluded} ${token.maxCharacters}}`))
    .join('|')

describe('a template without a query is one run', () => {
  test.each([
    ['', ''],
    ['a://b', 'a://b'],
    ['{a}', '{a /?# undefined}'],
    ['x{a}y', 'x|{a /?# undefined}|y'],
    ['{a}{b}', '{a /?# undefined}|{b /?# undefined}'],
    ['{a,b}', '{a /?# undefined}|,|{b /?# undefined}'],
    ['{a:3}', '{a /?# 3}'],
    ['{a*}', '{a ?# undefined}'],
    ['x{/a,b}', 'x/|{a /?# undefined}|/|{b /?# undefined}'],
    ['{/a*}', '/|{a ?# undefined}'],
    ['x{.a*,b}', 'x.|{a /?# undefined}|.|{b /?# undefined}'],
    ['x{;a,b*}', 'x;a=|{a /?#; undefined}|;b=|{b /?#; undefined}'],
    ['x{+a,b*}', 'x|{a  undefined}|,|{b  undefined}'],
    ['x{#a}', 'x#|{a  undefined}'],
    ['x?a={a}&b={b*}', 'x?a=|{a /?#& undefined}|&b=|{b ?#& undefined}'],
    ['x?a={+a}', 'x?a=|{a  undefined}'],
    ['{a}?{;b}', '{a /?# undefined}|?;b=|{b /?#;& undefined}'],
    ['{a}?{b}{+c}x{d}', '{a /?# undefined}|?|{b /?#& undefined}|{c  undefined}|x|{d /?#& undefined}'],
  ])('%s', (source, head) => {
    const pattern = patternOf(source)
    expect(show(pattern?.head ?? [])).toBe(head)
    expect([pattern?.query, pattern?.tail]).toEqual([undefined, []])
  })
})

describe('a template with a query has a run on either side', () => {
  test.each([
    ['x{?q}', 'x', '?', 0, 'q', ''],
    ['x{?q,r*}', 'x', '?', 0, 'q,r', ''],
    ['{a}{?q}{&r}', '{a /?# undefined}', '?', 0, 'q,r', ''],
    ['x{?q}{#f}', 'x', '?', 0, 'q', '#|{f  undefined}'],
    ['x{?q}#{f}', 'x', '?', 0, 'q', '#|{f /?# undefined}'],
    ['{?q}', '', '?', 0, 'q', ''],
    ['x?a=1{&q}', 'x?a=1', '&', 0, 'q', ''],
    ['x?a=1&b=2&c{&q}', 'x?a=1&b=2&c', '&', 2, 'q', ''],
    ['x&y?a={a}&b={b}{&q}', 'x&y?a=|{a /?#& undefined}|&b=|{b /?#& undefined}', '&', 1, 'q', ''],
    ['x&y{&q}', 'x&y', '&', 1, 'q', ''],
    ['x{&q}{?r}', 'x', '&', 0, 'q,r', ''],
  ])('%s', (source, head, operator, fixedParameters, names, tail) => {
    const pattern = patternOf(source)
    expect([show(pattern?.head ?? []), show(pattern?.tail ?? [])]).toEqual([head, tail])
    expect([pattern?.query?.operator, pattern?.query?.fixedParameters]).toEqual([operator, fixedParameters])
    expect(pattern?.query?.variables.map(({ name }) => name).join(',')).toBe(names)
  })

  test.each(['{?q}x{&r}', '{?q}{a}{?r}', 'x{&q}/{&r}{#f}'])('but for %s, which nothing matches', (source) => {
    expect(patternOf(source)).toBe(undefined)
  })
})
