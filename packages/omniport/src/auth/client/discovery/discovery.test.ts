import { expect, test } from 'vitest'
import { parseChallenges } from '../challenge/parse-challenges.js'
import { Discovery } from './discovery.js'
import { createFakeAuthServices, type FakeAuthServices } from './fixtures/create-fake-auth-services.js'

const prm = 'https://mcp.example/.well-known/oauth-protected-resource/mcp'
const { signal } = new AbortController()

function services(): FakeAuthServices {
  const created = createFakeAuthServices('https://mcp.example/mcp')
  moveTo(created, 'https://one.example')
  return created
}

/** Has the MCP server name this authorization server, which is there from now on. */
function moveTo({ replies }: FakeAuthServices, issuer: string): void {
  replies.set(prm, { resource: 'https://mcp.example/mcp', authorization_servers: [issuer] })
  replies.set(`${issuer}/.well-known/oauth-authorization-server`, { issuer })
}

test('what was discovered is remembered for an hour', async () => {
  const base = services()
  const discovery = new Discovery(base)
  const first = await discovery.get(undefined, signal)
  base.runtime.advance(3_599_999)
  expect(await discovery.get(undefined, signal)).toBe(first)
  expect(base.asked).toHaveLength(2)
  base.runtime.advance(1)
  expect(await discovery.get(undefined, signal)).toEqual(first)
  expect(base.asked).toHaveLength(4)
})

test('a server that moves to another authorization server is seen to after it is forgotten', async () => {
  const base = services()
  const discovery = new Discovery(base)
  await discovery.get(undefined, signal)
  moveTo(base, 'https://two.example')
  expect((await discovery.get(undefined, signal)).server.issuer).toBe('https://one.example')
  discovery.forget()
  expect((await discovery.get(undefined, signal)).server.issuer).toBe('https://two.example')
})

test('what was asked for before it was forgotten is not remembered', async () => {
  const base = services()
  const discovery = new Discovery(base)
  const pending = discovery.get(undefined, signal)
  discovery.forget()
  await pending
  await discovery.get(undefined, signal)
  expect(base.asked).toHaveLength(4)
})

test('a challenge that names other metadata is followed', async () => {
  const base = services()
  const discovery = new Discovery(base)
  await discovery.get(undefined, signal)
  const challenge = parseChallenges(`Bearer resource_metadata="${prm}"`)[0]
  await discovery.get(challenge, signal)
  await discovery.get(challenge, signal)
  await discovery.get(undefined, signal)
  expect(base.asked.filter((url) => url === prm)).toHaveLength(2)
})

test('a failure is not remembered', async () => {
  const base = services()
  base.replies.set(prm, 500)
  const discovery = new Discovery(base)
  await expect(discovery.get(undefined, signal)).rejects.toMatchObject({ code: 'unreachable' })
  moveTo(base, 'https://one.example')
  expect((await discovery.get(undefined, signal)).server.issuer).toBe('https://one.example')
})
