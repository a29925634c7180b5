import { isMetaKey } from '../../protocol/meta/is-meta-key.js'
import { tasksExtensionId } from '../../protocol/meta/tasks-extension-id.js'
import {
  booleanValue,
  functionValue,
  objectValue,
  stringList,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../../values/options/check-options.js'
import type { ClientExtension, ResultType } from './client-extension.js'

/** Extensions by identifier: a prefix, a slash and a name. spec: basic/versioning#extension-negotiation */
export const extensionValues: Check = (path, value) => {
  objectValue(path, value)
  for (const [id, extension] of Object.entries(value as object)) {
    if (!/\/./.test(id) || !isMetaKey(id)) {
      throw mustBe(`${path}: an identifier`, 'a prefix, a slash and a name, such as "com.example/search"', id)
    }
    if (id === tasksExtensionId) throw new TypeError(`${path}: "${id}" is built in; leave it out`)
    objectValue(`${path}["${id}"]`, extension)
    checkOptions(`${path}["${id}"]`, extension as object, checks)
  }
}

const checks: OptionChecks<ClientExtension> = {
  settings: objectValue,
  notifications: recordOf(functionValue),
  resultTypes: recordOf(resultType),
  nameParams: recordOf(stringValue),
}

const resultTypeChecks: OptionChecks<ResultType> = {
  methods: required(stringList),
  mayTakeLong: booleanValue,
  run: required(functionValue),
}

function resultType(path: string, value: unknown): void {
  objectValue(path, value)
  checkOptions(path, value as object, resultTypeChecks)
}

function recordOf(check: Check): Check {
  return (path, value) => {
    objectValue(path, value)
    for (const [name, member] of Object.entries(value as object)) check(`${path}["${name}"]`, member)
  }
}
