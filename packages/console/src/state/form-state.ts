import { computed, signal } from '@preact/signals'
import { checkValue } from '../form/check/check-value.js'
import { describeForm } from '../form/fields/describe-form.js'
import { startOfForm } from '../form/fields/start-of.js'
import { parseJson } from '../json/parse-json.js'

/** A value that is being edited, as a form and as JSON: `text` is the value, and the only one. */
export class FormState {
  readonly schema: unknown
  readonly text
  /** Branches of unions that were chosen, by the key of their field. */
  readonly branches = signal<ReadonlyMap<string, number>>(new Map())
  /** What stands in fields for JSON as long as it is none. */
  readonly drafts = signal<ReadonlyMap<string, string>>(new Map())
  readonly view = signal<'form' | 'json'>('form')
  /** From the first attempt on, what is missing is marked. */
  readonly wasTried = signal(false)
  readonly form
  readonly parsed
  readonly problems

  constructor(schema: unknown, text = startOfForm(schema)) {
    this.schema = schema
    this.text = signal(text)
    this.form = computed(() => describeForm({ schema, text: this.text.value, branches: this.branches.value }))
    this.parsed = computed(() => parseJson(this.text.value.trim() === '' ? '{}' : this.text.value))
    this.problems = computed(() => ('problem' in this.parsed.value ? [] : checkValue(this.toValue(), schema)))
  }

  /** The value, or undefined where the text is no JSON object. */
  toObject(): Record<string, never> | undefined {
    const value = 'problem' in this.parsed.value ? undefined : this.toValue()
    // Arguments are objects: the only thing that is asked of what was typed.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, never>) : undefined
  }

  toValue(): unknown {
    return this.text.value.trim() === '' ? {} : JSON.parse(this.text.value)
  }

  setDraft(key: string, draft: string | undefined): void {
    const drafts = new Map(this.drafts.value)
    if (draft === undefined) drafts.delete(key)
    else drafts.set(key, draft)
    this.drafts.value = drafts
  }

  setBranch(key: string, branch: number): void {
    this.branches.value = new Map(this.branches.value).set(key, branch)
  }
}
