import { useEffect, useState } from 'preact/hooks'
import type { Resource, ResourceTemplate, Subscription } from '../api/contract.js'
import { formatBytes, formatTime, newId } from '../elements/format.js'
import { Tag } from '../elements/parts.js'
import { itemOf, useApp } from '../state/app.js'
import { CompletedInput } from './completed-input.js'
import { Definition, ItemHead, ItemPage } from './item-page.js'

interface ResourceProps {
  readonly server: string
  readonly resource: Resource
}

/** A resource: what it is, its contents, and its changes as they come. */
export function ResourcePage({ server, resource }: ResourceProps) {
  const app = useApp()
  const { uri } = resource
  return (
    <ItemPage
      name={resource.name}
      head={<ResourceHead resource={resource} />}
      definition={<Definition value={resource} />}
      operations={itemOf({ kind: 'read', server, uri })}
      empty={notRead}
    >
      <form
        data-call
        class="row actions"
        onSubmit={(event) => {
          event.preventDefault()
          app.operate({ kind: 'read', server, uri })
        }}
      >
        <button type="submit" class="go">
          Read
        </button>
        <SubscribeButton server={server} uri={uri} />
      </form>
      <Changes server={server} uri={uri} />
    </ItemPage>
  )
}

const notRead = { title: 'Not read yet', text: 'Read it to see what a model would get.' }

function ResourceHead({ resource }: Pick<ResourceProps, 'resource'>) {
  const { uri, name, title = name, description, mimeType, size } = resource
  return (
    <>
      <ItemHead name={title} address={uri} description={description} />
      <p class="tags">
        {mimeType !== undefined && <Tag>{mimeType}</Tag>}
        {size !== undefined && <Tag>{formatBytes(size)}</Tag>}
      </p>
    </>
  )
}

function findSubscription(all: readonly Subscription[], server: string, uri: string): Subscription | undefined {
  return all.find((each) => each.server === server && each.filter.uris?.includes(uri) === true)
}

function SubscribeButton({ server, uri }: { readonly server: string; readonly uri: string }) {
  const app = useApp()
  const subscription = findSubscription(app.store.subscriptions.value, server, uri)
  if (subscription !== undefined) {
    return (
      <button type="button" onClick={() => void app.act('unsubscribe', { id: subscription.id })}>
        Stop watching
      </button>
    )
  }
  return (
    <button type="button" onClick={() => void app.act('subscribe', { id: newId(), server, filter: { uris: [uri] } })}>
      Watch for changes
    </button>
  )
}

function Changes({ server, uri }: { readonly server: string; readonly uri: string }) {
  const { store } = useApp()
  const subscription = findSubscription(store.subscriptions.value, server, uri)
  if (subscription === undefined) return null
  const { state, changes, error } = subscription
  return (
    <div class="changes" role="log" aria-label="Changes">
      <p class="caption">
        {state === 'live' ? 'Watching' : state === 'failed' ? `Not watching: ${error?.message ?? ''}` : 'Opening …'}
      </p>
      <ul>
        {changes.toReversed().map(({ at, type }) => (
          <li key={at}>
            <span class="figure">{formatTime(at)}</span> {type}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TemplateProps {
  readonly server: string
  readonly template: ResourceTemplate
}

/** A template of addresses: its variables, and the resource that they make. */
export function TemplatePage({ server, template }: TemplateProps) {
  const app = useApp()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [uri, setUri] = useState<string | undefined>(undefined)
  const { uriTemplate } = template
  useEffect(() => {
    const asked = { template: uriTemplate, values }
    void app.api.act('expand-template', asked).then(
      (expanded) => setUri(expanded.uri),
      () => setUri(undefined),
    )
  }, [uriTemplate, values])
  return (
    <ItemPage
      name={template.name}
      head={
        <ItemHead name={template.title ?? template.name} address={uriTemplate} description={template.description} />
      }
      definition={<Definition value={template} />}
      operations={itemOf({ kind: 'read', server, uri: uri ?? uriTemplate })}
      empty={notRead}
    >
      <form
        data-call
        onSubmit={(event) => {
          event.preventDefault()
          if (uri !== undefined) app.operate({ kind: 'read', server, uri })
        }}
      >
        {template.variables.map((name) => (
          <CompletedInput
            key={name}
            server={server}
            reference={{ type: 'template', uri: uriTemplate }}
            argument={{ name, value: values[name] ?? '' }}
            others={values}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <p class="soft">
          Reads <code>{uri ?? '…'}</code>
        </p>
        <div class="row actions">
          <button type="submit" class="go" disabled={uri === undefined}>
            Read
          </button>
        </div>
      </form>
    </ItemPage>
  )
}
