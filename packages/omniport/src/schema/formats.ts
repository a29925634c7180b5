import { isBase64 } from '../values/text/base64.js'

/** A format that is checked: its name in issues, and its test, linear in the text. */
export interface Format {
  readonly name: string
  readonly test: (text: string) => boolean
}

/** The formats that are checked in every dialect. All others are annotations. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date-time', { name: 'a date and time (RFC 3339)', test: isDateTime }],
  ['date', { name: 'a date (YYYY-MM-DD)', test: isDate }],
  ['time', { name: 'a time with offset (RFC 3339)', test: isTime }],
  ['duration', { name: 'a duration (ISO 8601)', test: isDuration }],
  ['email', { name: 'an email address', test: isEmail }],
  ['hostname', { name: 'a host name', test: isHostname }],
  ['ipv4', { name: 'an IPv4 address', test: isIpv4 }],
  ['ipv6', { name: 'an IPv6 address', test: isIpv6 }],
  ['uri', { name: 'a URI', test: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && isUriText(text) }],
  ['uri-reference', { name: 'a URI reference', test: isUriText }],
  ['uuid', { name: 'a UUID', test: isUuid }],
  ['byte', { name: 'base64', test: isBase64 }],
  ['json-pointer', { name: 'a JSON pointer', test: (text) => /^(?:\/|$)/.test(text) && !/~(?![01])/.test(text) }],
])

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = month === 2 && !isLeap ? 28 : (days[month - 1] ?? 0)
  return day >= 1 && day <= length
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text)
  if (match === null) return false
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1)
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  return /^[Tt]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

function isDuration(text: string): boolean {
  const [date = '', time] = text.split('T')
  if (time === undefined) return /^P(?:\d+W|\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)$/.test(date)
  const isDate = /^P(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?$/.test(date)
  return isDate && /^(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)$/.test(text.slice(date.length + 1))
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (at < 1 || local.length > 64 || text.length > 320) return false
  const isDotted = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  const isLocal = isDotted ? /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) : false
  const isAddress = /^\[[^[\]\s]+\]$/.test(domain)
  return (isLocal || /^"[^"\\\p{Cc}]*"$/u.test(local)) && (isAddress || isHostname(domain))
}

function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split('.').every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
  )
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)
}

function isIpv6(text: string): boolean {
  if (text.length > 45 || text.includes(':::')) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1) ?? ''
  const isMixed = tail.includes('.')
  if (isMixed && (text.endsWith('::') || !isIpv4(tail))) return false
  const hex = isMixed ? groups.slice(0, -1) : groups
  const length = hex.length + (isMixed ? 2 : 0)
  return hex.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) && (halves.length === 2 ? length < 8 : length === 8)
}

/** True for the characters of a URI, with percent signs before two digits only. */
function isUriText(text: string): boolean {
  return /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text) && !/#.*#/.test(text)
}

function isUuid(text: string): boolean {
  return /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text)
}
