// The page about version 2 of the official SDK: what stands there runs before the move and after it, with the same answers.
import { createMcpHandler, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server'
import { createServer, tool } from 'omniport'
import { connect, type Target } from 'omniport/client'
import { createFetchHandler } from 'omniport/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeBlocks, readDocument } from './code-blocks.js'

const page = readDocument('docs/from-sdk-2.md')

/** The two sides of the diff of a tool that asks. */
function sidesOfDiff(): { readonly there: string; readonly here: string } {
  const [diff] = codeBlocks(page).filter(({ language }) => language === 'diff')
  const lines = diff?.text.split('\n') ?? []
  const side = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1))
  return { there: side('-').join('\n'), here: side('+').join('\n') }
}

/** Runs code of the page, which uses these names. */
function run(code: string, names: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(names), code)(...Object.values(names))
}

const requestedSchema = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['S', 'M', 'L'] } },
  required: ['size'],
}

function createThere(): Target {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'shop', version: '1.0.0' })
    run(sidesOfDiff().there, { server, z, inputRequired, inputResponse, requestedSchema })
    return server
  })
  return addressOf(handler.fetch)
}

function createHere(): Target {
  const tools = run(`return { ${sidesOfDiff().here} }`, { tool, z }) as { buy: ReturnType<typeof tool> }
  return addressOf(createFetchHandler(createServer({ name: 'shop', version: '1.0.0', tools })))
}

const handlers = new Map<string, (request: Request) => Promise<Response>>()

function addressOf(handle: (request: Request) => Promise<Response>): Target {
  const url = `http://localhost:${handlers.size + 1}/mcp`
  handlers.set(url, handle)
  return url
}

test.each([
  ['there', createThere, '2026-07-28'],
  ['here', createHere, '2026-07-28'],
  ['here', createHere, '2025-11-25'],
] as const)('a tool that asks the client something, written as %s', async (_, create, revision) => {
  const asked: unknown[] = []
  await using client = await connect(create(), {
    revision,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const handle = handlers.get(request.url)
      if (handle === undefined) throw new Error(`${request.url}: nobody is there`)
      return handle(request)
    },
    elicit: ({ message, schema }) => {
      asked.push(message, (schema as typeof requestedSchema).properties.size.enum)
      return { action: 'accept', content: { size: 'M' } }
    },
  })
  const { content } = await client.callTool('buy', { order: 'shirt' })
  expect(content).toEqual([{ type: 'text', text: 'shirt in M' }])
  expect(asked).toEqual(['Which size?', ['S', 'M', 'L']])
})

test('every name of the page that is of version 2 is exported there', async () => {
  const server = await import('@modelcontextprotocol/server')
  const client = await import('@modelcontextprotocol/client')
  const left = page.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|')[1] ?? ''] : []))
  const exported = new Set([
    ...Object.keys(server),
    ...Object.keys(client),
    ...Object.keys(await import('@modelcontextprotocol/server/stdio')),
  ])
  const named = namesOf(left).filter((name) =>
    /^[A-Z]|^(create|serve|require|input|is|host|origin|oauth|completable|legacy)/.test(name),
  )
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !exported.has(name))).toEqual([])
})

test('every name of the page that is of this library is exported here', async () => {
  const entries = await Promise.all([
    import('omniport'),
    import('omniport/client'),
    import('omniport/http'),
    import('omniport/node'),
    import('omniport/stdio'),
    import('omniport/auth'),
  ])
  const exported = new Set(entries.flatMap((entry) => Object.keys(entry)))
  const right = page.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|')[2] ?? ''] : []))
  const named = namesOf(right).filter((name) =>
    /^(create\w+|serve[A-Z]\w+|tool|resource|prompt|connect|jwt\w+|Rpc\w+|Omni\w+)$/.test(name),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !exported.has(name))).toEqual([])
})

/** The names that are called or made in the code of some cells: none of members. */
function namesOf(cells: readonly string[]): readonly string[] {
  const code = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
  const names = code.flatMap((text) =>
    [...text.matchAll(/(?<![.\w'/])([A-Za-z]\w*)(?=[(.]|$)/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}
