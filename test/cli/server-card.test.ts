import { createServer } from 'omniport'
import { serverCard } from 'omniport/http'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterEach, expect, test } from 'vitest'
import { cli, runProgram } from './run-program.js'

let served: ServedHttp | undefined
afterEach(() => served?.close())

const server = createServer({ name: 'weather', version: '1.2.3', description: 'The weather.' })
const card = serverCard({ name: 'com.example/weather', url: 'https://weather.example.com/mcp' })
const omniport = (...words: readonly string[]) => runProgram([process.execPath, cli, ...words])

test('the card of a server is printed, though the server wants credentials', async () => {
  served = await serveHttp(server, { port: 0, serverCard: card, auth: () => ({ denied: 'missing' }) })
  const { code, stdout, stderr } = await omniport('list', served.url, 'card')
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({
    url: `${served.url}/server-card`,
    card: { name: 'com.example/weather', version: '1.2.3', remotes: [{ url: 'https://weather.example.com/mcp' }] },
  })
})

test('a server without a card is said to have none', async () => {
  served = await serveHttp(server, { port: 0 })
  const { code, stdout, stderr } = await omniport('list', served.url, 'card')
  expect([code, stdout]).toEqual([5, ''])
  expect(stderr).toContain(`There is no server card at ${served.url}/server-card`)
})

test('only a URL has a card', async () => {
  const { code, stderr } = await omniport('list', 'card', '--', 'node', 'server.js')
  expect([code, stderr.includes('only the URL of a server has a card')]).toEqual([1, true])
})
