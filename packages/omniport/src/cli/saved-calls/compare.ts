import { isDeepStrictEqual } from 'node:util'
import { cut } from '../../values/text/truncate.js'
import { toRecord } from '../arguments/property-schemas.js'
import type { Expectation } from './calls-file.js'

/** What came of a call: a result with its text, or the code of an error. */
export interface Came {
  readonly result?: Readonly<Record<string, unknown>> | undefined
  readonly text: string
  readonly errorCode?: number | undefined
  readonly errorMessage?: string | undefined
}

/** The first thing that is not as expected; undefined if all is. */
export function findDifference(expected: Expectation, came: Came): string | undefined {
  const { errorCode, errorMessage, result = {}, text } = came
  if (expected.errorCode !== undefined || errorCode !== undefined) {
    if (expected.errorCode === errorCode) return undefined
    const wanted = expected.errorCode === undefined ? 'a result' : `error ${expected.errorCode}`
    return `expected ${wanted}, got ${errorCode === undefined ? 'a result' : `error ${errorCode}: ${errorMessage}`}`
  }
  const isError = result['isError'] === true
  if (expected.isError !== undefined && expected.isError !== isError)
    return isError ? `the tool failed: ${show(text)}` : 'the tool was to fail, and did not'
  if (expected.text !== undefined && expected.text !== text)
    return `text: expected ${show(expected.text)}, got ${show(text)}`
  const missing = [expected.contains ?? []].flat().find((part) => !text.includes(part))
  if (missing !== undefined) return `text: expected ${show(missing)} in it, got ${show(text)}`
  const { structuredContent } = result
  if ('structuredContent' in expected && !isDeepStrictEqual(expected.structuredContent, structuredContent))
    return `structuredContent: expected ${show(expected.structuredContent)}, got ${show(structuredContent)}`
  return 'result' in expected ? findMissing(expected.result, result, 'result') : undefined
}

/** Members of objects may be among others; everything else is equal. */
function findMissing(expected: unknown, came: unknown, path: string): string | undefined {
  if (Array.isArray(expected) && Array.isArray(came) && expected.length === came.length) {
    return firstOf(expected.map((item, at) => findMissing(item, came[at], `${path}.${at}`)))
  }
  if (isObject(expected) && isObject(came)) {
    return firstOf(Object.entries(expected).map(([key, value]) => findMissing(value, own(came, key), `${path}.${key}`)))
  }
  return isDeepStrictEqual(expected, came) ? undefined : `${path}: expected ${show(expected)}, got ${show(came)}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function own(value: unknown, key: string): unknown {
  return Object.hasOwn(toRecord(value), key) ? toRecord(value)[key] : undefined
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined)
}

function show(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'nothing', 200)
}
