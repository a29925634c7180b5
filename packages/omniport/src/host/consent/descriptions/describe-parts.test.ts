import { describe, expect, test } from 'vitest'
import type { SampleContent, SampleResult } from '../../../protocol/model/sampling.js'
import { call, form, page, prompt, sampled, skill, start } from '../fixtures/consent-requests.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import { describeConsentRequest } from './describe-consent-request.js'

/** The lines of a request as `label: text`, without the server. */
function linesOf(request: ConsentRequest): readonly string[] {
  return describeConsentRequest(request)
    .lines.slice(1)
    .map(({ label, text }) => `${label}: ${text}`)
}

const warningsOf = (request: ConsentRequest) => describeConsentRequest(request).warnings

describe('a prompt', () => {
  test('of few words has few lines', () => {
    expect(linesOf(prompt)).toEqual(['Said as the person: hi', 'Tokens at most: 10'])
    expect(warningsOf(prompt)).toEqual([])
  })

  test.each(['none', 'thisServer'] as const)('that includes %s does not look at other servers', (includeContext) => {
    const request = { ...prompt, params: { ...prompt.params, includeContext } }
    expect(linesOf(request).at(-1)).toBe(`Setting: includeContext: "${includeContext}"`)
    expect(warningsOf(request)).toEqual([])
  })

  test('shows the results of tools as they are', () => {
    const result = { type: 'tool_result', toolUseId: 'u', content: [{ type: 'text', text: '18' }] } as const
    const messages = [{ role: 'user', content: result }] as const
    expect(linesOf({ ...prompt, params: { messages, maxTokens: 1 } }).slice(0, -1)).toEqual(
      `Said as the person: ${JSON.stringify(result, null, 2)}`
        .split('\n')
        .map((line, at) => (at === 0 ? line : `: ${line}`)),
    )
  })

  test('shows a tool without a description by its name', () => {
    const tools = [{ name: 'add', description: '', inputSchema: { type: 'object' } }] as const
    expect(linesOf({ ...prompt, params: { ...prompt.params, tools } })).toContain('Tool for the model: add')
  })

  test('shows the answer as the model gave it', () => {
    const picture = { type: 'image', data: new Uint8Array(2), mimeType: 'image/png' } as const
    const result: SampleResult<SampleContent> = { role: 'assistant', model: 'm', content: [picture] }
    expect(linesOf({ ...sampled, result }).slice(0, 2)).toEqual([
      'The answer: (image, image/png, 2 bytes)',
      'Of the model: m',
    ])
  })
})

describe('a page', () => {
  test.each([
    ['whose address lacks only the last slash', 'https://a.example', ['Site: a.example']],
    [
      'with more in its address than is opened',
      'https://a.example:443/',
      ['Site: a.example', 'Opened as: https://a.example/'],
    ],
    ['of no site', 'data:text/plain,x', []],
    ['of no site, opened in another way', 'DATA:x', ['Opened as: data:x']],
  ])('%s', (_, url, lines) => {
    expect(linesOf(page(url)).slice(2)).toEqual(lines)
  })
})

describe('a form', () => {
  const withFields = (schema: object) => ({ ...form, schema }) as ConsentRequest

  test('asks for what it names, where nothing says what it needs', () => {
    const properties = { a: { type: 'string' }, b: 7 }
    expect(linesOf(withFields({ properties, required: 'a' })).slice(1)).toEqual([
      'Field: a: {"type":"string"}',
      'Field: b: 7',
    ])
  })

  test('is warned of once, by the first field that asks for a secret', () => {
    const properties = { a: { title: 7 }, b: { title: 'API key' }, password: {} }
    expect(warningsOf(withFields({ properties }))).toEqual(['A form must not ask for secrets, as "b" seems to do.'])
  })

  test('without secrets and addresses is not warned of', () => {
    expect(warningsOf(withFields({ properties: { a: { title: 'Name' }, b: null } }))).toEqual([])
    expect(warningsOf({ ...form, message: 'See ftp://a.example and http' })).toEqual([])
  })

  test('may have an address over http in its message', () => {
    expect(warningsOf({ ...form, message: 'See http://a.example' })).toEqual([
      'There is an address in it. Do not follow it.',
    ])
  })
})

describe('a start', () => {
  const dangerous = 'It is dangerous to run a program that you do not know: it has all your rights on this machine.'

  test('of a part of this program is told like that of another', () => {
    const request = { ...start, launch: { type: 'program' } } as const
    expect(describeConsentRequest(request)).toEqual({
      title: 'Run the program of notes on this machine?',
      lines: [
        { label: 'Server', text: 'notes', isUntrusted: false },
        { label: 'Command', text: 'none: it is a part of this program', isUntrusted: false },
        { label: 'This entry', text: 'is new', isUntrusted: false },
      ],
      warnings: [dangerous],
    })
  })

  test('that connects is warned of only where there is something to say', () => {
    const launch = { type: 'url', url: 'x', headers: [], variables: [{ name: 'KEY', field: 'url' }] } as const
    expect(warningsOf({ ...start, launch })).toEqual([])
    expect(warningsOf({ ...start, launch, warnings: ['odd'] })).toEqual(['odd'])
    expect(linesOf({ ...start, launch })).toContain('Your variable: KEY: its value is sent to x, in url')
  })
})

describe('a call', () => {
  test('by an app says so', () => {
    const by = 'Called by: a user interface of this server'
    expect(linesOf({ ...call(), isFromApp: true })).toEqual(['Tool: add', by, 'Arguments: {}'])
    expect(linesOf({ ...call(), isFromApp: false })).toEqual(['Tool: add', 'Arguments: {}'])
  })
})

test('what a skill is allowed to be does not stand there unless it changed', () => {
  expect(linesOf(skill)).toHaveLength(6)
  expect(linesOf({ ...skill, skill: { ...skill.skill, state: 'changed' } })).toHaveLength(7)
})

test('the name of a server is cut in the title alone, and shown so that it can be seen', () => {
  const server = `a\u202e${'x'.repeat(300)}`
  const { title, lines } = describeConsentRequest({ ...form, server })
  const visible = `a\\u{202E}${'x'.repeat(300)}`
  expect(title).toBe(`Answer questions of ${visible.slice(0, 128)}…?`)
  expect(lines[0]).toEqual({ label: 'Server', text: visible, isUntrusted: false })
})
