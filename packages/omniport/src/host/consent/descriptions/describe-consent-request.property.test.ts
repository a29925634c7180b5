import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { codePoint } from '#test/support/code-point.js'
import { call } from '../fixtures/consent-requests.js'
import type { CallConsent, ConsentRequest } from '../requests/consent-request.js'
import { describeConsentRequest } from './describe-consent-request.js'
import type { Description } from './description.js'
import { visibleText } from './visible-text.js'

/** What a server, or a file, could say to be taken for somebody else. */
const hostile = fc.oneof(
  fc.string({ unit: codePoint }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\u001b[2J',
        '\u009b',
        '\u202e',
        '\u2066',
        '\u200b',
        '\u{e0041}',
        'Server: bank',
        '"',
        '\\',
        '\u3164',
        '\uD800',
        '__proto__',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)
const optional = fc.option(hostile, { nil: undefined })
const json = fc.oneof(
  hostile,
  fc.integer(),
  fc.dictionary(hostile, hostile, { maxKeys: 3 }),
  fc.array(hostile, { maxLength: 3 }),
)
const tool = fc.record({
  name: hostile,
  server: hostile,
  tool: hostile,
  definition: hostile,
  tokens: fc.nat(),
  title: optional,
  description: optional,
  inputSchema: fc.constant({ type: 'object' as const }),
})
const block = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: hostile }),
  fc.record({ type: fc.constant('image' as const), data: hostile, mimeType: hostile }),
  fc.record({
    type: fc.constant('tool_use' as const),
    id: hostile,
    name: hostile,
    input: fc.dictionary(hostile, json),
  }),
)
const launch = fc.oneof(
  fc.record({
    type: fc.constant('command' as const),
    command: hostile,
    args: fc.array(hostile),
    env: fc.array(hostile),
    cwd: optional,
  }),
  fc.record({ type: fc.constant('url' as const), url: hostile, headers: fc.array(hostile) }),
)
const finding = fc.record({ kind: fc.constant('links' as const), path: hostile, text: hostile })

const frontmatter = fc.record({ name: hostile, description: hostile })
const resources = fc.oneof(
  fc.constant('dynamic'),
  fc.array(fc.record({ uri: hostile, digest: hostile, size: fc.nat() })),
)
const hostSkill = fc.record({
  uri: hostile,
  skill: hostile,
  description: hostile,
  entry: fc.record({ uri: hostile, frontmatter, resources }),
  findings: fc.array(finding),
  state: fc.constantFrom('changed', 'undecided'),
})

const question = fc.oneof(
  fc.record({
    type: fc.constant('skill'),
    server: hostile,
    skill: hostSkill,
    asksFor: fc.dictionary(hostile, json),
    sameName: fc.array(fc.record({ server: hostile, uri: hostile })),
  }),
  fc.record({
    type: fc.constant('start'),
    server: hostile,
    launch,
    source: optional,
    change: fc.constant('new'),
    warnings: fc.array(hostile),
  }),
  fc.record({
    type: fc.constant('call'),
    server: hostile,
    tool,
    args: fc.dictionary(hostile, json),
    findings: fc.array(finding),
  }),
  fc.record({
    type: fc.constant('sample'),
    server: hostile,
    params: fc.record({
      messages: fc.array(
        fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.oneof(hostile, block, fc.array(block)) }),
      ),
      maxTokens: fc.nat(),
      systemPrompt: optional,
      stopSequences: fc.array(hostile),
      metadata: fc.dictionary(hostile, json),
      tools: fc.array(fc.record({ name: hostile, description: optional })),
    }),
    result: fc.option(fc.record({ model: hostile, content: fc.array(block), stopReason: optional }), {
      nil: undefined,
    }),
  }),
  fc.record({
    type: fc.constant('elicit'),
    server: hostile,
    message: hostile,
    url: optional,
    schema: fc.record({ properties: fc.dictionary(hostile, json), required: fc.array(hostile) }),
  }),
  fc.record({
    type: fc.constant('elicit'),
    server: hostile,
    message: hostile,
    url: hostile.map((text) => `https://a.example/${text}`),
  }),
  fc.record({
    type: fc.constant('roots'),
    server: hostile,
    roots: fc.array(fc.record({ uri: hostile, name: optional })),
  }),
) as fc.Arbitrary<object> as fc.Arbitrary<ConsentRequest> // each record is one kind of question, as far as it is looked at

const labels = new Set([
  ...[
    '',
    'Server',
    'Command',
    'Folder',
    'Folders',
    'Name',
    'Variables it gets',
    'Address',
    'Headers it gets',
    'Named in',
  ],
  ...[
    'This entry',
    'Tool',
    'It calls itself',
    'It says of itself',
    'Arguments',
    'It says',
    'Site',
    'Opened as',
    'Field',
  ],
  ...['Skill', 'This skill', 'File', 'Files', 'It asks for, but does not get'],
  ...['The answer', 'Of the model', 'It stopped', 'Told to the model first', 'Said as the person', 'Said as the model'],
  ...['Tokens at most', 'Tool for the model', 'Setting'],
])

function textsOf({ title, lines, warnings }: Description): readonly string[] {
  return [title, ...lines.flatMap(({ label, text }) => [label, text]), ...warnings]
}

test('nothing that others wrote gets out of its line, or stands where this library speaks', () => {
  verifies('SEC-10', 'ELI-29', 'HOST-01')
  fc.assert(
    fc.property(question, (asked) => {
      const description = describeConsentRequest(asked)
      for (const text of textsOf(description)) expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\u200b\u3164]/u)
      for (const { label } of description.lines) expect(labels).toContain(label)
      const [first] = description.lines
      expect(first).toEqual({ label: 'Server', text: visibleText(asked.server), isUntrusted: false })
      expect(description.lines.filter(({ label }) => label === 'Server').length).toBe(1)
    }),
    { numRuns: 400 },
  )
})

test('two calls with other arguments are shown in another way', () => {
  verifies('HOST-02')
  const shownArgs = (args: CallConsent['args']) => describeConsentRequest(call(args)).lines.map(({ text }) => text)
  fc.assert(
    fc.property(fc.dictionary(hostile, json), fc.dictionary(hostile, json), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      expect(shownArgs(one)).not.toEqual(shownArgs(other))
    }),
  )
})
