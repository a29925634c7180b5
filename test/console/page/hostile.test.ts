import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleState, Operation, PersonRequest } from '../../../packages/console/src/api/contract.js'
import { hasBrowser } from '../../auth/browser.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { emptyState, record, sampleServer, sampleTool, startedAt } from './sample-state.js'

/** Reports itself if it ever runs. */
const attack = '<img src=x onerror="reportAttack(1)"><script>reportAttack(2)</script><svg onload="reportAttack(3)">'
const address = 'javascript:reportAttack(4)'
const markdown = [
  attack,
  `[click](${address}) <${address}> ![x](${address})`,
  '[data](data:text/html,<script>reportAttack(5)</script>)',
  `\`${attack}\``,
  `| a | b |\n|---|---|\n| ${attack} | [x](vbscript:x) |`,
  `~~~html\n${attack}\n~~~`,
  `${'> '.repeat(500)}${attack}`,
  '*'.repeat(3_000),
  '['.repeat(3_000),
].join('\n\n')

const schema = {
  type: 'object',
  title: attack,
  properties: {
    [attack]: { type: 'string', description: attack, default: attack, pattern: '(a+)+$' },
    __proto__: { type: 'string' },
    constructor: { enum: [attack, address], title: attack },
    nested: {
      type: 'object',
      properties: { [attack]: { oneOf: [{ const: attack, title: attack }, { const: 2 }] } },
      required: [attack],
    },
    loop: { $ref: '#' },
    away: { $ref: 'https://evil.example/schema.json' },
    url: { type: 'string', format: attack },
  },
  required: [attack, 'nested'],
}

describe.skipIf(!hasBrowser)('text of servers', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  test('is text in every view: nothing of it runs, and the policy of the page is never violated', async () => {
    const fake = await FakeConsole.open(hostileState())
    fake.records = [1, 2, 3].map((seq) =>
      record(seq, seq, {
        server: attack,
        method: attack,
        name: attack,
        summary: attack,
        span: attack,
        requestLine: attack,
      }),
    )
    fake.details.set(1, {
      http: { method: attack, path: attack, headers: { 'mcp-name': attack, [attack]: attack } },
      message: { [attack]: attack, html: attack },
      related: [2],
    })
    const { page, complaints } = await openPage(browser, fake.url)
    const name = encodeURIComponent(attack)
    const views = [
      `servers/${name}/tools/${name}`,
      `servers/${name}/overview`,
      `servers/${name}/resources/${encodeURIComponent(address)}`,
      `servers/${name}/resources/${encodeURIComponent(`${address}{x}`)}`,
      `servers/${name}/prompts/${name}`,
      `servers/${name}/skills/${encodeURIComponent(address)}`,
      `servers/${name}/tasks`,
      `servers/${name}/log`,
      ...['history/op-0', 'tests', 'permissions', 'settings', 'add', name, `servers/${name}`],
      ...results.map((_, index) => `history/op-${index}`),
    ]
    for (const view of views) {
      await page.evaluate((hash) => {
        location.hash = `#/${hash}`
      }, view)
      await page.locator('main').first().waitFor()
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect([
        view,
        await page.locator('.content script, .content svg, .content iframe, .content [onerror]').count(),
      ]).toEqual([view, 0])
      expect([
        view,
        await page.locator('a[href^="javascript:" i], a[href^="vbscript:" i], a[href^="data:text" i]').count(),
      ]).toEqual([view, 0])
    }
    await page.locator('[role=option]').first().click()
    await page.locator('.detail .headers').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('img')
    await page.locator('.palette [role=option]').first().waitFor()
    expect(await page.locator('#root').textContent()).toContain('<script>reportAttack(2)</script>')
    expect(complaints).toEqual([])
    await page.context().close()
    await fake.close()
  })

  test('shows characters that hide or turn words around', async () => {
    const state = {
      ...emptyState(),
      servers: [sampleServer('notes')],
      catalogues: [
        {
          server: 'notes',
          problems: {},
          tools: [sampleTool('safe\u202Eelif', {}, { description: 'Read\u{e0041}\u200b it' })],
        },
      ],
    }
    const fake = await FakeConsole.open(state)
    const { page } = await openPage(
      browser,
      `${fake.url}&to=/servers/notes/tools/${encodeURIComponent('safe\u202Eelif')}`,
    )
    expect(await page.locator('.form h1').textContent()).toBe('safe⟨U+202E⟩elif')
    expect(await page.locator('.form header .foreign').textContent()).toBe('Read⟨U+E0041⟩⟨U+200B⟩ it')
    await page.context().close()
    await fake.close()
  })
})

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="reportAttack(6)"><script>reportAttack(7)</script></svg>`,
).toString('base64')

const results: readonly Operation['result'][] = [
  {
    content: [
      { type: 'text', text: markdown },
      { type: 'image', data: svg, mimeType: 'image/svg+xml' },
      { type: 'image', data: svg, mimeType: 'text/html' },
    ],
  },
  {
    content: [
      { type: 'audio', data: attack, mimeType: 'audio/wav"onerror="x' },
      { type: 'resource', resource: { uri: address, text: attack, mimeType: 'text/html' } },
    ],
  },
  { content: [{ type: 'resource_link', uri: address, name: attack, description: attack }, { type: attack }, null, 3] },
  { structuredContent: [{ [attack]: attack }, { __proto__: attack }] },
  {
    contents: [
      { uri: address, blob: 'PHNjcmlwdD4=', mimeType: 'text/html' },
      { uri: attack, text: attack, mimeType: attack },
    ],
  },
  { messages: [{ role: attack, content: { type: 'text', text: markdown } }] },
  attack,
  null,
]

function hostileState(): ConsoleState {
  const server = sampleServer(attack, {
    reason: attack,
    code: attack,
    advice: [attack],
    launch: attack,
    launchNames: [attack],
    instructions: markdown,
    info: { name: attack, version: attack, icons: [{ src: address }] },
    capabilities: { [attack]: attack, completions: {} },
  })
  const operations = results.map((result, index): Operation => {
    const operation = {
      id: `op-${index}`,
      request: { kind: 'call', server: attack, tool: attack, args: { [attack]: attack } },
      state: 'done',
      startedAt,
      endedAt: startedAt,
    } as const
    return result === undefined ? operation : { ...operation, result, task: { id: attack, status: attack } }
  })
  return {
    ...emptyState(),
    servers: [server, sampleServer('weather', { state: 'failed', reason: attack })],
    catalogues: [catalogue],
    lines: [{ seq: 1, at: startedAt, server: attack, from: 'log', level: attack, text: attack }],
    operations,
    requests,
    decisions: [
      { id: 'd', type: 'call', server: attack, subject: attack, answer: 'allow', scope: 'always', at: startedAt },
    ],
    audit: [{ seq: 1, at: startedAt, type: attack, server: attack }],
    changes: [
      {
        server: attack,
        tool: attack,
        change: 'changed',
        before: { a: attack },
        after: { b: markdown },
        isBlocked: true,
        findings: [],
      },
    ],
    tests: [
      {
        id: 't',
        name: attack,
        request: { kind: 'raw', server: attack, method: attack },
        expect: {},
        last: { at: startedAt, passed: false, message: attack, operation: 'op-0' },
      },
    ],
    roots: [{ uri: address, name: attack }],
    notices: [{ id: 'n', at: startedAt, tone: 'error', text: attack }],
    signIns: [
      {
        server: attack,
        state: 'failed',
        steps: [{ at: startedAt, name: 'constructor', state: 'failed', text: attack }],
        error: { code: attack, message: attack, rpc: { code: 1, data: attack } },
      },
    ],
  }
}

const catalogue: ConsoleState['catalogues'][number] = {
  server: attack,
  problems: { resources: attack },
  tools: [
    sampleTool(attack, schema, {
      title: attack,
      description: attack,
      annotations: { title: attack },
      findings: [{ kind: attack, path: attack, text: attack }],
      icons: [{ src: address }],
    }),
  ],
  resources: [{ uri: address, name: attack, title: attack, description: attack, mimeType: attack }],
  templates: [{ uriTemplate: `${address}{x}`, variables: [attack], name: attack }],
  prompts: [{ name: attack, description: attack, arguments: [{ name: attack, description: attack }] }],
  skills: [
    {
      name: attack,
      uri: address,
      skill: attack,
      description: markdown,
      files: [{ path: attack, uri: address }],
      frontmatter: { [attack]: attack },
      definition: attack,
      tokens: 1,
      findings: [],
      state: 'undecided',
    },
  ],
}

const ask = { at: startedAt, server: attack }
const requests: readonly PersonRequest[] = [
  { ...ask, id: '1', type: 'form', message: attack, schema },
  { ...ask, id: '2', type: 'url', message: attack, url: address, host: attack, warnings: [attack] },
  {
    ...ask,
    id: '3',
    type: 'sample',
    params: { systemPrompt: attack, messages: [{ role: attack, content: { type: 'text', text: markdown } }] },
  },
  { ...ask, id: '4', type: 'sign-in', url: address, host: attack, scopes: [attack] },
  { ...ask, id: '5', type: 'input', label: attack, isSecret: false, options: [attack] },
  {
    ...ask,
    id: '6',
    type: 'consent',
    subject: 'sample',
    description: { title: attack, lines: [{ label: attack, text: attack, isForeign: true, isWarning: true }] },
    detail: { [attack]: attack },
    canRemember: true,
    params: { [attack]: attack },
  },
]
