import type { Issue } from '../issue.js'
import { EvaluatedParts } from './evaluated-parts.js'

/** One or more compiled keywords. Returns false after `run.fail`. */
export type Rule = (value: unknown, run: CheckRun) => boolean

/** Applies all rules: after a failure the others too, where issues are collected. */
export function checkAll(rules: readonly Rule[], value: unknown, run: CheckRun): boolean {
  let isValid = true
  for (const rule of rules) {
    if (rule(value, run)) continue
    if (run.issues === undefined) return false
    isValid = false
  }
  return isValid
}

/** An issue, with its keyword if that tells one alternative from another. */
export interface Finding extends Issue {
  readonly keyword?: 'type' | 'const' | 'enum' | undefined
}

/** What an issue is about: the value, or its member `key`. */
interface Subject extends Pick<Finding, 'keyword'> {
  readonly key?: string | number | undefined
}

/** The result of a pattern for a text. */
interface Match {
  readonly text: string
  readonly isMatch: boolean
}

/** Thrown when a check has used up its work; the check ends with an issue. */
export class WorkLimitError extends Error {}

/** Units of work for one check: about one per keyword and value, less than a second in all. */
export const workPerCheck = 10_000_000

const maxIssues = 20

/** The state of one check of one value. An exception ends it, so nothing is restored then. */
export class CheckRun {
  /** The collected issues; undefined while only the verdict counts, so that rules stop at the first failure. */
  issues: Finding[] | undefined
  /** The evaluated parts of the current value; undefined unless an `unevaluated…` keyword needs them. */
  evaluated: EvaluatedParts | undefined
  /** The last text of each pattern, with its result. */
  readonly #matches: Map<unknown, Match>
  readonly #path: (string | number)[] = []
  #work: number

  /** A second run of the same rule on the same value reuses the matches of `before`. */
  constructor(work: number, before?: CheckRun) {
    this.#work = work
    this.#matches = before === undefined ? new Map() : before.#matches
  }

  /** The result for `text`, if it was the last text of `pattern`. */
  cachedMatch(pattern: unknown, text: string): boolean | undefined {
    const last = this.#matches.get(pattern)
    return last?.text === text ? last.isMatch : undefined
  }

  cacheMatch(pattern: unknown, match: Match): void {
    this.#matches.set(pattern, match)
  }

  /** Takes units of work. Throws `WorkLimitError` if none are left. */
  consume(units: number): void {
    this.#work -= units
    if (this.#work < 0) throw new WorkLimitError()
  }

  /** Adds an issue at the current path, or at a member of it. Always returns false. */
  fail(message: () => string, { key, keyword }: Subject = {}): false {
    if (this.issues === undefined || this.issues.length >= maxIssues) return false
    const path = key === undefined ? [...this.#path] : [...this.#path, key]
    this.issues.push({ path, message: message(), keyword })
    return false
  }

  /** Adds issues that `findIssues` returned. */
  addAll(findings: readonly Finding[]): void {
    this.issues?.push(...findings.slice(0, maxIssues - this.issues.length))
  }

  /** Applies a rule to a part of the current value. */
  enter(key: string | number, part: unknown, rule: Rule): boolean {
    const evaluated = this.evaluated
    this.evaluated = undefined
    this.#path.push(key)
    const isValid = rule(part, this)
    this.#path.pop()
    this.evaluated = evaluated
    return isValid
  }

  /** Applies a rule to the current value; its evaluated parts count only if it holds. */
  branch(value: unknown, rule: Rule): boolean {
    const outer = this.evaluated
    if (outer === undefined) return rule(value, this)
    const inner = new EvaluatedParts()
    this.evaluated = inner
    const isValid = rule(value, this)
    this.evaluated = outer
    if (isValid) outer.add(inner)
    return isValid
  }

  /** Applies a rule to the current value for its verdict only. */
  test(value: unknown, rule: Rule): boolean {
    const issues = this.issues
    this.issues = undefined
    const isValid = this.branch(value, rule)
    this.issues = issues
    return isValid
  }

  /** Applies a rule to the current value and returns its issues; none if it holds. */
  findIssues(value: unknown, rule: Rule): readonly Finding[] {
    const issues = this.issues
    const own: Finding[] = []
    this.issues = own
    const isValid = this.branch(value, rule)
    this.issues = issues
    return isValid ? [] : own
  }

  /** The depth of the current path. */
  get depth(): number {
    return this.#path.length
  }
}
