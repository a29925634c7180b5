import { BlockList, isIP } from 'node:net'
import process from 'node:process'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { parseUrl } from '../../values/text/parse-url.js'

/** The place that a request goes to. */
export interface ProxiedTarget {
  /** `http:` or `https:`. */
  readonly protocol: string
  /** Without brackets. */
  readonly hostname: string
  readonly port: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name for a target; undefined for none. Names in small letters come first.
 * This machine is never reached by a proxy.
 *
 * @throws OmniportError `unreachable` for a proxy that is no URL of HTTP.
 */
export function findProxy(target: ProxiedTarget, env: Environment = process.env): URL | undefined {
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const value = readVariable(name, env)
  if (value === '' || isLoopback(target.hostname) || isExempt(target, readVariable('no_proxy', env))) return undefined
  const text = value.includes('://') ? value : `http://${value}`
  const proxy = parseUrl(text)
  if (proxy !== undefined && /^https?:/.test(proxy.protocol)) return proxy
  throw new OmniportError(
    'unreachable',
    `${name.toUpperCase()} must be the URL of an HTTP proxy, such as http://proxy.example:3128`,
  )
}

/** Empty if it is not set. In a CGI program `HTTP_PROXY` is the header `Proxy` of whoever sent the request. */
function readVariable(name: string, env: Environment): string {
  const isOfRequest = name === 'http_proxy' && env['REQUEST_METHOD'] !== undefined
  return env[name] || (isOfRequest ? undefined : env[name.toUpperCase()]) || ''
}

function isExempt({ hostname, port }: ProxiedTarget, list: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  const rules = list
    .toLowerCase()
    .split(/[\s,]/)
    .filter((rule) => rule !== '')
  return rules.some((rule) => {
    if (rule === '*') return true
    if (rule.includes('/')) return isInSubnet(host, rule)
    const name = isIP(rule) === 6 ? rule : rule.replace(/:\d+$/, '')
    const ofPort = rule.slice(name.length + 1)
    if (ofPort !== '' && Number(ofPort) !== port) return false
    const domain = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')
    return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`))
  })
}

function isInSubnet(host: string, rule: string): boolean {
  const [network, bits] = [rule.slice(0, rule.indexOf('/')), rule.slice(rule.indexOf('/') + 1)]
  const family = isIP(host)
  if (family === 0 || family !== isIP(network) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

function isLoopback(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$|^127(\.\d+){3}$|^::1$/i.test(hostname)
}
