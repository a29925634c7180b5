import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange, Middleware, Serve } from '../../protocol/exchange/exchange.js'
import { functionValue } from '../../protocol/options/option-checks.js'
import { isObject } from '../../values/json/is-object.js'
import { checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import { announceRefusal, type RefusalOptions } from './announce-refusal.js'
import { type NamePolicy, type NameRule, nameRule, toNamePolicy } from './name-rule.js'
import { itemsOf, type ListForm, lists, membersOf, ResultMapper } from './policy-list.js'
import { type PolicyKind, targetOf } from './policy-target.js'
import { withRawResults } from './raw-results.js'
import { isUnknown, refuseUnknown } from './unknown-target.js'

/** Options of `allow`. A kind without a rule is not restricted. */
export interface AllowOptions extends RefusalOptions {
  readonly tools?: NameRule | undefined
  readonly prompts?: NameRule | undefined
  /**
   * Resources and skills by URI, resource templates by theirs as it is written, such as `notes:{id}`. A resource can be read if
   * its own URI is allowed, whichever template it belongs to. A URI in another spelling must be allowed in its plain one, too: with
   * `%73` for `s`, with `.` or `..` in its path. Where those stand beside `%2F`, `%5C`, a backslash or an empty segment, it must also
   * be allowed as a file system takes it: `file:///a/..%2Fb` as `file:///b`.
   */
  readonly resources?: NameRule | undefined
}

/**
 * Middleware that hides the definitions that are not allowed. They are missing from lists, and a request for one gets the error
 * of what does not exist: calls, prompts, reads, completions, subscriptions and skills, in every revision. Where a function
 * decides, what one caller got is not for others: the `cacheScope` of results is `private`. A rule that throws ends the request
 * with an internal error.
 *
 * Methods that are neither of the protocol nor of its skills extension pass, as do texts and links in results.
 *
 * @throws TypeError naming a rule that cannot be used.
 */
export function allow(options: AllowOptions): Middleware {
  const { tools, prompts, resources, onEvent } = checkOptions('allow', options, checks)
  const policies: Policies = {
    tool: tools && toNamePolicy(tools),
    prompt: prompts && toNamePolicy(prompts),
    resource: resources && toNamePolicy(resources),
  }
  return withRawResults((next) => {
    const guard = new Guard(policies, { next, onEvent })
    return (message, exchange) => guard.serve(message, exchange)
  })
}

const checks: OptionChecks<AllowOptions> = {
  tools: nameRule,
  prompts: nameRule,
  resources: nameRule,
  onEvent: functionValue,
}

type Policies = Readonly<Record<PolicyKind, NamePolicy | undefined>>

type Message = RpcRequest | RpcNotification

type Served = Promise<RpcResponse | undefined>

class Guard {
  readonly #policies: Policies
  readonly #next: Serve
  readonly #onEvent: RefusalOptions['onEvent']
  readonly #mappers = new Map<ListForm, ResultMapper>()

  constructor(policies: Policies, { next, onEvent }: RefusalOptions & { readonly next: Serve }) {
    this.#policies = policies
    this.#next = next
    this.#onEvent = onEvent
  }

  serve(message: Message, exchange: Exchange): Served {
    const form = lists.get(message.method)
    const policy = form && this.#policies[form.kind]
    const served = this.#serveTarget(message, exchange)
    return form === undefined || policy === undefined ? served : this.#filter(served, exchange, { form, policy })
  }

  #serveTarget(message: Message, exchange: Exchange): Served {
    const { resource } = this.#policies
    if (message.method === 'subscriptions/listen' && resource !== undefined)
      return this.#listen(message, exchange, resource)
    const target = targetOf(message)
    const policy = target && this.#policies[target.kind]
    if (target === undefined || policy === undefined) return this.#next(message, exchange)
    return this.#serveIfAllowed(message, exchange, { target, policy })
  }

  async #filter(served: Served, exchange: Exchange, { form, policy }: Listing): Served {
    const response = await served
    if (response === undefined) return response
    return policy.isSameForAll
      ? this.#mapperOf(form, policy).map(response, exchange.revision)
      : filterFor(response, exchange, { form, policy })
  }

  #mapperOf(form: ListForm, policy: NamePolicy & { readonly isSameForAll: true }): ResultMapper {
    const mapper =
      this.#mappers.get(form) ??
      new ResultMapper((result) => {
        const visible = itemsOf(result, form).filter(({ name }) => policy.allows({ kind: form.kind, name }))
        return { ...result, [form.items]: visible.map(({ item }) => item) }
      })
    this.#mappers.set(form, mapper)
    return mapper
  }

  async #serveIfAllowed(message: Message, exchange: Exchange, { target, policy }: Guarded): Served {
    if (!(await policy.allows(target, exchange))) {
      announceRefusal({ onEvent: this.#onEvent }, message, { rule: 'allow', exchange })
      return refuseUnknown(message, target, exchange)
    }
    const response = await this.#next(message, exchange)
    if (isUnknown(response, target)) return refuseUnknown(message, target, exchange)
    return policy.isSameForAll || response === undefined ? response : toPrivate(response)
  }

  /** The client learns from the acknowledgement what it is subscribed to. spec: basic/patterns/subscriptions#acknowledgment */
  async #listen(message: Message, exchange: Exchange, policy: NamePolicy): Served {
    const filter = message.params?.['notifications']
    if (!isObject(filter) || !Array.isArray(filter['resourceSubscriptions'])) return this.#next(message, exchange)
    const uris: readonly unknown[] = filter['resourceSubscriptions']
    const allowed = await Promise.all(uris.map((uri) => isAllowedUri(uri, policy, exchange)))
    const notifications = { ...filter, resourceSubscriptions: uris.filter((_uri, index) => allowed[index] === true) }
    return this.#next({ ...message, params: { ...message.params, notifications } }, exchange)
  }
}

interface Guarded {
  readonly target: NonNullable<ReturnType<typeof targetOf>>
  readonly policy: NamePolicy
}

/** The server refuses what is no text. */
function isAllowedUri(uri: unknown, policy: NamePolicy, exchange: Exchange): boolean | Promise<boolean> {
  return typeof uri === 'string' ? policy.allows({ kind: 'resource', name: uri }, exchange) : true
}

/** Keeps the items that this caller may see. */
async function filterFor(response: RpcResponse, exchange: Exchange, { form, policy }: Listing): Promise<RpcResponse> {
  const result = membersOf(response)
  if (result === undefined) return response
  const items = itemsOf(result, form)
  const allowed = await Promise.all(items.map(({ name }) => policy.allows({ kind: form.kind, name }, exchange)))
  const visible = items.flatMap(({ item }, index) => (allowed[index] === true ? [item] : []))
  return toPrivate({ ...response, result: { ...result, [form.items]: visible } })
}

interface Listing {
  readonly form: ListForm
  readonly policy: NamePolicy
}

/** Other callers may get another result, or none. spec: server/utilities/caching#cache-key */
function toPrivate(response: RpcResponse): RpcResponse {
  const result = membersOf(response)
  if (result?.['cacheScope'] !== 'public') return response
  return { ...response, result: { ...result, cacheScope: 'private' } }
}
