import { isObject } from '../channel/read-message.js'
import { isDisplayMode } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'
import type { JsonObject } from '../messages/methods.js'

/** Reads the context of a host, or a change of it. Members of another type than they should have are left out. */
export function readHostContext(value: unknown): HostContext {
  if (!isObject(value)) return {}
  const isRight = ([name, member]: readonly [string, unknown]) => {
    const check = checks.get(name)
    return member === undefined || check === undefined || check(member)
  }
  return Object.fromEntries(Object.entries(value).filter(isRight))
}

const isString = (value: unknown) => typeof value === 'string'
const isNumberOrAbsent = (value: unknown) => value === undefined || Number.isFinite(value)
const areNumbers = (...names: string[]) => {
  return (value: unknown) => isObject(value) && names.every((name) => isNumberOrAbsent(value[name]))
}

const checks = new Map<string, (value: unknown) => boolean>([
  ['toolInfo', (value) => isObject(value) && isObject(value['tool'])],
  ['theme', (value) => value === 'light' || value === 'dark'],
  ['styles', isStyles],
  ['displayMode', isDisplayMode],
  ['availableDisplayModes', (value) => Array.isArray(value) && value.every(isString)],
  ['containerDimensions', areNumbers('width', 'maxWidth', 'height', 'maxHeight')],
  ['locale', isString],
  ['timeZone', isString],
  ['userAgent', isString],
  ['platform', isString],
  ['deviceCapabilities', isObject],
  ['safeAreaInsets', areNumbers('top', 'right', 'bottom', 'left')],
])

function isStyles(value: unknown): boolean {
  if (!isObject(value)) return false
  const { variables = {}, css = {} } = value
  return isObject(css) && (css['fonts'] === undefined || isString(css['fonts'])) && isVariables(variables)
}

function isVariables(value: unknown): value is JsonObject {
  return isObject(value) && Object.values(value).every((each) => each === undefined || isString(each))
}
