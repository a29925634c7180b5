import { lookup } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { Io } from '../../process/io.js'
import { type Finding, note, ok, problem, warning } from '../finding.js'

/** Looks at the way to a URL: the name of its host, TCP, and TLS with its certificate. */
export async function examineNetwork(address: string, io: Pick<Io, 'signal' | 'env'>): Promise<readonly Finding[]> {
  const url = parseUrl(address)
  if (url === undefined) return [problem('network', 'the URL cannot be read', 'check it for spaces and missing parts')]
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const findings: Finding[] = [...proxyNotes(io.env)]
  const addresses = await resolveName(host)
  if (addresses.length === 0) {
    return [
      ...findings,
      problem('network', `${host} has no address`, 'check the name, the DNS server, or a VPN that is needed'),
    ]
  }
  findings.push(ok('network', `${host} is ${addresses.slice(0, 4).join(', ')}`))
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const reached = await time(() => openTcp(host, port, io.signal))
  if (reached.failure !== undefined) {
    const advice = `see that the server runs and listens on port ${port}, and that no firewall is between`
    return [...findings, problem('network', `TCP to port ${port} fails: ${reached.failure}`, advice)]
  }
  findings.push(ok('network', `TCP to port ${port} takes ${reached.ms} ms`))
  if (url.protocol === 'https:') return [...findings, ...(await examineTls(host, port, io.signal))]
  const isLoopback = /^(localhost|127\.|::1)/.test(host)
  if (!isLoopback)
    findings.push(warning('network', 'the connection is not encrypted', 'use https:// beyond your own machine'))
  return findings
}

function proxyNotes(env: Io['env']): readonly Finding[] {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].filter((name) => (env[name] ?? '') !== '')
  return names.length === 0
    ? []
    : [note('network', `${names.join(', ')} is set; this command connects without a proxy`)]
}

async function resolveName(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

interface Timed {
  readonly ms: number
  readonly failure?: string | undefined
}

async function time(work: () => Promise<unknown>): Promise<Timed> {
  const start = performance.now()
  const failure = await work().then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  )
  return { ms: Math.round(performance.now() - start), failure }
}

function openTcp(host: string, port: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, signal, timeout: timeoutMs })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error(`nobody answered in ${timeoutMs / 1000} s`)))
    socket.once('error', reject)
  })
}

const timeoutMs = 10_000

async function examineTls(host: string, port: number, signal: AbortSignal): Promise<readonly Finding[]> {
  const start = performance.now()
  const seen = await openTls(host, port, signal)
  const ms = Math.round(performance.now() - start)
  if (typeof seen === 'string') {
    const advice = /self.signed|unable to (get|verify)/i.test(seen)
      ? 'set NODE_EXTRA_CA_CERTS to the file of the certificate authority'
      : 'see that this port speaks TLS, and renew the certificate if it has expired'
    return [problem('network', `TLS fails: ${seen}`, advice)]
  }
  const { protocol, days } = seen
  const found = ok('network', `${protocol} takes ${ms} ms; the certificate is good for ${days} days`)
  if (days > soonDays) return [found]
  return [found, warning('network', `the certificate expires in ${days} days`, 'renew it')]
}

const soonDays = 14

interface SeenTls {
  readonly protocol: string
  readonly days: number
}

function openTls(host: string, port: number, signal: AbortSignal): Promise<SeenTls | string> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, timeout: timeoutMs, ...(isName(host) && { servername: host }) })
    const end = (result: SeenTls | string) => {
      socket.destroy()
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const onAbort = () => end('interrupted')
    signal.addEventListener('abort', onAbort)
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate()
      const days = Math.floor((Date.parse(until) - Date.now()) / 86_400_000)
      end({ protocol: socket.getProtocol() ?? 'TLS', days })
    })
    socket.once('timeout', () => end(`no handshake in ${timeoutMs / 1000} s`))
    socket.once('error', ({ message }) => end(message))
  })
}

function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(':')
}
