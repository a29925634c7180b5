import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Server, Socket } from 'node:net'
import process from 'node:process'
import { createServer } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pinnedCertificate } from '../../../auth/node/ssrf-guard/fixtures/pinned-certificate.js'
import { examineNetwork } from './examine-network.js'

let server: Server | undefined
let names: string[]

beforeEach(() => {
  names = []
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (server?.listening === true) await once(server.close(), 'close')
})

async function listen(opened: Server): Promise<number> {
  server = opened
  await once(opened.listen(0, '127.0.0.1'), 'listening')
  return (opened.address() as AddressInfo).port
}

/** A port with a certificate that nobody signed, valid until 2126-10-29T03:17:59Z. */
function openTls(): Promise<number> {
  const onName = (name: string, answer: (error: null) => void) => {
    names.push(name)
    answer(null)
  }
  const opened = createServer({ ...pinnedCertificate, SNICallback: onName }, (socket) => {
    socket.on('error', () => {}).resume()
  })
  opened.on('tlsClientError', () => {})
  return listen(opened)
}

async function examine(url: string, signal = new AbortController().signal) {
  const findings = await examineNetwork(url, { env: {}, signal })
  return findings.slice(2).map(({ level, text, advice }) => [
    level,
    text.replace(/\d+ ms/, 'N ms').replace(/; if the root CA is installed locally.*/, ''), // Node 22 adds it
    advice,
  ])
}

test('a certificate of an unknown authority is a problem, and how to make it known is said', async () => {
  expect(await examine(`https://127.0.0.1:${await openTls()}/mcp`)).toEqual([
    [
      'problem',
      'TLS fails: self-signed certificate',
      'set NODE_EXTRA_CA_CERTS to the file of the certificate authority',
    ],
  ])
})

describe('a certificate that is accepted', () => {
  const end = Date.parse('2126-10-29T03:17:59Z')
  const day = 86_400_000

  beforeEach(() => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {}) // Node warns of the variable
  })

  async function examineAt(ms: number) {
    const port = await openTls()
    vi.useFakeTimers({ toFake: ['Date'], now: ms })
    return examine(`https://127.0.0.1:${port}/mcp`)
  }

  const good = (days: number) => ['ok', `TLSv1.3 takes N ms; the certificate is good for ${days} days`, undefined]
  const soon = (days: number) => ['warning', `the certificate expires in ${days} days`, 'renew it']

  test.each([
    [15 * day, [good(15)]],
    [15 * day - 1, [good(14), soon(14)]],
    [day, [good(1), soon(1)]],
    [day - 1, [good(0), soon(0)]],
  ])('%i ms before its end', async (left, findings) => {
    expect(await examineAt(end - left)).toEqual(findings)
  })

  test('takes the time from the start of the handshake to its end', async () => {
    const port = await openTls()
    const start = performance.now()
    const { signal } = new AbortController()
    const findings = await examineNetwork(`https://127.0.0.1:${port}/mcp`, { env: {}, signal })
    const [, ms = ''] = / takes (\d+) ms; /.exec(findings[2]?.text ?? '') ?? []
    expect(Number(ms || Number.NaN)).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
  })

  test('is asked for by the name of the host, if that is a name', async () => {
    const port = await openTls()
    await examine(`https://127.0.0.1:${port}`)
    await examine(`https://localhost:${port}`)
    expect(names).toEqual(['localhost'])
  })
})

test('a handshake that is interrupted is over', async () => {
  const controller = new AbortController()
  let count = 0
  const port = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => {}).resume()
      count += 1
      if (count === 2) controller.abort()
    }),
  )
  expect(await examine(`https://127.0.0.1:${port}`, controller.signal)).toEqual([
    ['problem', 'TLS fails: interrupted', 'see that this port speaks TLS, and renew the certificate if it has expired'],
  ])
})

test('a connection to another machine that is not encrypted is warned of', async () => {
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    queueMicrotask(() => this.emit('connect'))
    return this
  })
  expect(await examine('http://192.0.2.1/mcp')).toEqual([
    ['warning', 'the connection is not encrypted', 'use https:// beyond your own machine'],
  ])
})
