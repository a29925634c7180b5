import { settingsValue } from '../host/servers/settings/settings-value.js'
import { toSettings } from '../host/servers/settings/to-settings.js'
import {
  functionList,
  functionValue,
  icons,
  listOf,
  objectValue,
  oneOf,
  positiveCount,
  stringValue,
} from '../protocol/options/option-checks.js'
import { revisions } from '../protocol/revisions/revision.js'
import { checkSecret } from '../sealing/check-secrets.js'
import { storesValue } from '../store/check-stores.js'
import { isObject } from '../values/json/is-object.js'
import { without } from '../values/json/without.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../values/options/check-options.js'
import type { GatewaySelection } from './gateway.js'
import type { GatewayOptions, Upstreams } from './gateway-options.js'
import { pinOptions } from './pins/upstream-pins.js'
import type { UpstreamSettings } from './upstream-settings.js'

/** Checks the options of `createGateway`; limits are checked where they are used. @throws TypeError naming the option. */
export function checkGatewayOptions(options: GatewayOptions): GatewayOptions {
  return checkOptions('createGateway', options, checks)
}

/** Checks what `select` gets. @throws TypeError naming the option, or an upstream that is not there. */
export function checkSelection(
  selection: GatewaySelection,
  known: readonly { readonly name: string }[],
): GatewaySelection {
  const { upstreams } = checkOptions('select', selection, selectionChecks)
  const missing = upstreams.find((wanted) => !known.some(({ name }) => name === wanted))
  if (missing !== undefined) throw new TypeError(`select: the gateway has no upstream "${missing}"`)
  return selection
}

/**
 * Checks upstreams, and turns targets into settings, by name and in order.
 * @throws TypeError naming the upstream and what is wrong with it.
 */
export function checkUpstreams(path: string, upstreams: Upstreams): ReadonlyMap<string, UpstreamSettings> {
  upstreamsValue(path, upstreams)
  const settings = Object.entries(upstreams).map(([name, given]) => {
    const { isolation, prefix, rename, credentials } = ownSettings(given)
    const own = {
      ...(isolation !== undefined && { isolation }),
      ...(prefix !== undefined && { prefix }),
      ...(credentials !== undefined && { credentials }),
      ...(rename !== undefined && { rename: { ...rename } }),
    }
    return [name, { ...toSettings(`${path}.${name}`, hostedSettings(given)), ...own }] as const
  })
  assertPrefixes(path, settings)
  return new Map(settings)
}

type Given = Upstreams[string]

/** Targets have no members with these names. */
function ownSettings(given: Given): Pick<UpstreamSettings, 'isolation' | 'prefix' | 'rename' | 'credentials'> {
  const isSettings = isObject(given) && ('target' in given || 'problem' in given)
  return isSettings ? (given as UpstreamSettings) : {}
}

/** The part that a host has as well. */
function hostedSettings(given: Given): Given {
  if (!isObject(given) || !('target' in given || 'problem' in given)) return given
  return without(given as UpstreamSettings, 'isolation', 'prefix', 'rename', 'credentials')
}

const isolation = oneOf('principal', 'session', 'shared')

const rename: Check = (path, value) => {
  objectValue(path, value)
  const names = Object.entries(value as object)
  for (const [name, other] of names) {
    stringValue(`${path}["${name}"]`, other)
    if (other === '') throw mustBe(`${path}["${name}"]`, 'a string that is not empty', other)
  }
  if (new Set(names.map(([, other]) => other)).size < names.length) {
    throw new TypeError(`${path} gives several definitions one name`)
  }
}

const upstreamsValue: Check = (path, value) => {
  objectValue(path, value)
  const entries = Object.entries(value as Upstreams)
  if (entries.length > maxUpstreams) throw mustBe(path, `at most ${maxUpstreams} upstreams`, entries.length)
  for (const [name, given] of entries) {
    settingsValue(`${path}.${name}`, hostedSettings(given))
    const own = ownSettings(given)
    if (own.isolation !== undefined) isolation(`${path}.${name}.isolation`, own.isolation)
    if (own.credentials !== undefined) assertOfPersons(`${path}.${name}`, own)
    if (own.prefix !== undefined) stringValue(`${path}.${name}.prefix`, own.prefix)
    if (own.rename !== undefined) rename(`${path}.${name}.rename`, own.rename)
  }
}

/** A connection with the credentials of one person is for that person. */
function assertOfPersons(path: string, { credentials, isolation: given = 'principal' }: UpstreamSettings): void {
  functionValue(`${path}.credentials`, credentials)
  if (given !== 'principal') throw mustBe(`${path}.isolation`, '"principal", since there are credentials', given)
}

const maxUpstreams = 1_000

/** With one prefix the tools of one upstream could take the names of those of another. */
function assertPrefixes(path: string, settings: readonly (readonly [string, UpstreamSettings])[]): void {
  const owners = new Map<string, string>()
  for (const [name, { prefix = name }] of settings) {
    const other = owners.get(prefix)
    if (other !== undefined && prefix !== '') {
      throw new TypeError(`${path}.${name}: "${other}" has the prefix "${prefix}" already`)
    }
    owners.set(prefix, name)
  }
}

const revision: Check = (path, value) => {
  if (!(revisions as readonly unknown[]).includes(value)) throw mustBe(path, `one of ${revisions.join(', ')}`, value)
}

const selectionChecks: OptionChecks<GatewaySelection> = {
  upstreams: required(listOf('an array of names', stringValue)),
  use: functionList,
  discovery: oneOf('list', 'search'),
}

const checks: OptionChecks<GatewayOptions> = {
  upstreams: required(upstreamsValue),
  isolation,
  name: stringValue,
  version: stringValue,
  title: stringValue,
  description: stringValue,
  icons,
  websiteUrl: stringValue,
  instructions: stringValue,
  pins: pinOptions,
  discovery: oneOf('list', 'search'),
  use: functionList,
  pageSize: positiveCount,
  revisions: listOf('an array of revisions', revision),
  limits: objectValue,
  stores: storesValue,
  secrets: listOf('an array of secrets', checkSecret),
  logger: objectValue,
  runtime: objectValue,
  fetch: functionValue,
  onEvent: functionValue,
}
