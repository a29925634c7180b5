import { type RefusedRange, refusedRanges } from './refused-ranges.js'

/**
 * Returns the refused range of an address; undefined for public addresses and for names. It reads only the spelling that `URL`
 * normalises addresses to (from octal, hexadecimal, short, mapped).
 */
export function rangeOfHost(hostname: string): RefusedRange | undefined {
  const address = bitsOf(hostname)
  if (address === undefined) return undefined
  const family = address.length === 32 ? 'ipv4' : 'ipv6'
  return ranges.find(({ range, bits }) => range.family === family && address.startsWith(bits))?.range
}

const ranges = refusedRanges.map((range) => {
  const host = range.family === 'ipv6' ? `[${range.network}]` : range.network
  return { range, bits: (bitsOf(host) ?? '').slice(0, range.prefix) }
})

/** Returns an address as 32 or 128 binary digits. */
function bitsOf(hostname: string): string | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname))
    return hostname
      .split('.')
      .map((byte) => binary(Number(byte), 8))
      .join('')
  if (!hostname.startsWith('[')) return undefined
  const [head = [], tail = []] = hostname.slice(1, -1).split('::').map(groupsOf)
  const zeros = Array<number>(8 - head.length - tail.length).fill(0)
  return [...head, ...zeros, ...tail].map((group) => binary(group, 16)).join('')
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

function binary(value: number, digits: number): string {
  return value.toString(2).padStart(digits, '0')
}
