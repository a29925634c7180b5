// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { RecordedLine } from '../recording/recording-line.js'
import { drawDetails } from './details.js'
import { rowOf } from './fixtures/row-of.js'
import type { Row } from './rows.js'

function draw(row: Partial<Row> = {}, line: Partial<RecordedLine> = {}) {
  const selected: number[] = []
  const view = document.createElement('section')
  const whole: RecordedLine = { ms: 0, transport: 'stdio', connection: 1, from: 'client', ...line }
  view.append(...drawDetails(rowOf(row), whole, { onSelect: (index) => selected.push(index) }))
  /** What follows the head. */
  const rest = () => [...view.children].slice(1).map(({ localName, textContent }) => [localName, textContent])
  const json = () => view.querySelector('pre.json')
  return { view, selected, rest, json }
}

function partsOf(element: Element | null): readonly (readonly string[])[] {
  return [...(element?.children ?? [])].map(({ className, textContent }) => [className, textContent ?? ''])
}

describe('the head says', () => {
  const factsOf = (view: HTMLElement) => view.querySelector('header > p.soft')?.textContent

  test('the least that is known', () => {
    const { view, rest } = draw()
    expect(view.querySelector('h2')?.textContent).toBe('tools/call')
    expect(view.querySelectorAll('h2 *')).toHaveLength(0)
    expect(factsOf(view)).toBe('From the client · at 0.000 s · over stdio · connection 1')
    expect(rest()).toEqual([])
  })

  test('all that may be known', () => {
    const row = { from: 'server', ms: 1_234, tookMs: 56, connection: 4, bytes: 2_048, subject: 'add' } as const
    const { view } = draw(row, { transport: 'http', exchange: 7, hidden: true, cut: true })
    expect(view.querySelector('h2')?.textContent).toBe('tools/call add')
    expect(partsOf(view.querySelector('h2'))).toEqual([['soft', 'add']])
    expect(factsOf(view)).toBe(
      [
        ...['From the server', 'at 1.234 s', 'answered in 56 ms', 'over HTTP', 'connection 4', 'request 7', '2.0 KiB'],
        ...['values were left out', 'recorded in part'],
      ].join(' · '),
    )
  })

  test('that an answer took no time at all', () => {
    expect(factsOf(draw({ tookMs: 0 }).view)).toContain(' · answered in 0.0 ms · ')
  })
})

describe('a row that has a partner leads', () => {
  test.each<[Row['type'], string]>([
    ['request', 'Go to the answer'],
    ['response', 'Go to the request'],
  ])('from a %s: %s', (type, text) => {
    const { view, rest, selected } = draw({ type, partner: 0 })
    expect([rest(), view.children[1]?.outerHTML]).toEqual([
      [['p', text]],
      `<p class="actions"><button>${text}</button></p>`,
    ])
    view.querySelector('button')?.click()
    expect(selected).toEqual([0])
  })
})

describe('a line has', () => {
  test.each<[string, Partial<RecordedLine>, unknown[]]>([
    ['a request', { request: { method: 'POST', path: '/mcp?a=1' } }, ['Request', 'pre', 'POST /mcp?a=1']],
    ['a response', { status: 204 }, ['Response', 'pre', 'HTTP 204']],
    ['headers', { headers: { accept: 'a', 'mcp-session-id': 'b' } }, ['Headers', 'table', 'acceptamcp-session-idb']],
    ['a message', { message: 'hi' }, ['Message', 'pre', '"hi"']],
    ['the message null', { message: null }, ['Message', 'pre', 'null']],
    ['a text', { text: '' }, ['Text', 'pre', '']],
    ['the start of a text', { text: 'x<b>', cut: true }, ['Its start', 'pre', 'x<b>']],
    ['bytes', { base64: 'AA==' }, ['Bytes, in base64', 'pre', 'AA==']],
    ['an error', { error: 'refused' }, ['Error', 'pre', 'refused']],
  ])('%s', (_what, line, [title, name, text]) => {
    expect(draw({}, line).rest()).toEqual([
      ['h3', title],
      [name, text],
    ])
  })

  test('no headers where there are none', () => {
    expect(draw({}, { headers: {} }).rest()).toEqual([])
  })

  test('a row for each header', () => {
    const { view } = draw({}, { headers: { accept: 'a', origin: 'b' } })
    const cells = [...view.querySelectorAll('table > tbody > tr')].map((row) =>
      [...row.children].map(({ localName, textContent }) => [localName, textContent]),
    )
    expect(cells).toEqual([
      [
        ['th', 'accept'],
        ['td', 'a'],
      ],
      [
        ['th', 'origin'],
        ['td', 'b'],
      ],
    ])
  })

  test('all of it in this order', () => {
    const whole = { request: { method: 'GET', path: '/' }, status: 200, headers: { a: 'b' }, message: 1, text: 't' }
    const { view } = draw({}, { ...whole, base64: 'AA==', error: 'e' })
    expect([...view.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      ...['Request', 'Response', 'Headers', 'Message', 'Text', 'Bytes, in base64', 'Error'],
    ])
    expect([...view.querySelectorAll('[class]')].map(({ className }) => className)).toEqual(['soft', 'json', 'literal'])
  })
})

describe('a message is shown', () => {
  test('with colours for names, texts, numbers and words', () => {
    const message = { 'a "b"': 'say: "no":', n: [0, -1.5, 1e21, 2e-7, true, false, null], '\\': '\\' }
    const { json } = draw({}, { message })
    expect(json()?.textContent).toBe(JSON.stringify(message, undefined, 2))
    expect(partsOf(json())).toEqual([
      ['name', String.raw`"a \"b\""`],
      ['string', String.raw`"say: \"no\":"`],
      ['name', '"n"'],
      ['literal', '0'],
      ['literal', '-1.5'],
      ['literal', '1e+21'],
      ['literal', '2e-7'],
      ['literal', 'true'],
      ['literal', 'false'],
      ['literal', 'null'],
      ['name', String.raw`"\\"`],
      ['string', String.raw`"\\"`],
    ])
  })

  test('without colours where it is longer than 200,000 characters', () => {
    const most = draw({}, { message: 'x'.repeat(199_998) }).json()
    expect([most?.textContent?.length, most?.children.length]).toEqual([200_000, 1])
    const more = draw({}, { message: 'x'.repeat(199_999) }).json()
    expect([more?.textContent, more?.children.length]).toEqual([`"${'x'.repeat(199_999)}"`, 0])
  })

  test('in part where it is longer than 2,000,000 characters', () => {
    expect(draw({}, { message: 'x'.repeat(1_999_998) }).json()?.textContent).toBe(`"${'x'.repeat(1_999_998)}"`)
    expect(draw({}, { message: 'x'.repeat(1_999_999) }).json()?.textContent).toBe(`"${'x'.repeat(1_999_999)}\n…`)
  })
})
