// docs/migrating.md shows programs as changes: what they were, and what they become, runs.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

const changes = readFileSync(join(root, 'docs/migrating.md'), 'utf8').match(/(?<=```diff\n).*?(?=```)/gs) ?? []

/** One side of the change that has a text: the lines without the others. */
function side(wanted: string, sign: '+' | '-'): string {
  const change = changes.find((each) => each.includes(wanted)) ?? ''
  const lines = change.split('\n').filter((line) => line.startsWith(sign) || line.startsWith(' ') || line === '')
  return `${lines.map((line) => line.slice(1)).join('\n')}\n`
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrating-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the files of a project, of which `main.js` is the first. */
function run(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(folder, 'program-'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
  return runProgram('main.js', [], home)
}

describe('a client and a server', () => {
  test.each([
    ['before', '-', '-'],
    ['of which the client has moved', '+', '-'],
    ['of which the server has moved', '-', '+'],
    ['that have both moved', '+', '+'],
  ] as const)('%s understand each other', { timeout: 60_000 }, (_, client, server) => {
    const print = '\nconsole.log(tools.map(({ name }) => name), JSON.stringify(result.structuredContent))\n'
    const main = side("args: ['server.js']", client) + print
    expect(run({ 'main.js': main, 'server.js': side('Adds two numbers', server) })).toEqual({
      status: 0,
      stdout: `[ 'add' ] {"sum":3}\n`,
      stderr: '',
    })
  })
})

test('tools that have moved are served beside those that have not', { timeout: 60_000 }, () => {
  const calls = `
import { connect } from 'omniport/client'
const web = app.listen(0, '127.0.0.1', async () => {
  for (const path of ['/mcp', '/reports']) {
    const client = await connect(\`http://127.0.0.1:\${web.address().port}\${path}\`)
    console.log(path, (await client.listTools()).map(({ name }) => name).join())
    await client.close()
  }
  process.exit()
})
`
  const files = {
    'main.js': side('./reports.js', '+') + calls,
    'mcp-server.js': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
export function createMcpServer() {
  const server = new McpServer({ name: 'old', version: '1.0.0' })
  server.registerTool('old', {}, () => ({ content: [] }))
  return server
}
`,
    'reports.js': `
import { createServer, tool } from 'omniport'
export const reports = createServer({ name: 'r', version: '1.0.0', tools: { report: tool({ run: () => 'x' }) } })
`,
  }
  expect(run(files)).toEqual({ status: 0, stdout: '/mcp old\n/reports report\n', stderr: '' })
})
