import { useEffect } from 'preact/hooks'
import type { Tool } from '../api/contract.js'
import { formatCount } from '../elements/format.js'
import { lazy } from '../elements/lazy.js'
import { Foreign, Kbd, Tag } from '../elements/parts.js'
import { isSchema as isObject, own } from '../form/schema/schema.js'
import { FormEditor } from '../form/view/form-editor.js'
import { modifierKey } from '../shell/keys.js'
import { itemOf, useApp } from '../state/app.js'
import type { FormState } from '../state/form-state.js'
import { Definition, ItemHead, ItemPage } from './item-page.js'

const AppPane = lazy(() => import('../app-view/app-pane.js').then(({ AppPane }) => AppPane))

interface ToolProps {
  readonly server: string
  readonly tool: Tool
}

/** A tool: its form at the left, what came back at the right. */
export function ToolPage({ server, tool }: ToolProps) {
  const { ui } = useApp()
  const item = itemOf({ kind: 'call', server, tool: tool.name, args: {} })
  const state = ui.formOf(item, tool.inputSchema)
  const meta = ui.formOf(`${item}#meta`, { type: 'object' })
  return (
    <ItemPage
      name={tool.name}
      head={<ToolHead tool={tool} />}
      definition={<Definition value={definitionOf(tool)} />}
      operations={item}
      above={tool.appUri !== undefined && <AppPane key={item} server={server} tool={tool.name} />}
      empty={{
        title: 'What comes back is shown here',
        text: (
          <>
            Fill in what is needed and press <Kbd>{modifierKey} ↵</Kbd>. Questions of the server come here too.
          </>
        ),
      }}
    >
      <CallForm server={server} tool={tool} state={state} meta={meta} />
    </ItemPage>
  )
}

function ToolHead({ tool }: Pick<ToolProps, 'tool'>) {
  const app = useApp()
  return (
    <>
      <ItemHead name={tool.name} title={tool.title} description={tool.description} />
      <p class="tags">
        {hintsOf(tool).map(([text, tone]) => (
          <Tag key={text} {...(tone === undefined ? {} : { tone })}>
            {text}
          </Tag>
        ))}
        <Tag title="Estimated, of a model's context">{`${formatCount(tool.tokens)} tokens`}</Tag>
      </p>
      {tool.pin === 'changed' && (
        <div class="note warning">
          <p>This tool is not what it was when it was approved, so models don't get it.</p>
          <button type="button" onClick={() => app.go({ view: 'permissions' })}>
            See what changed
          </button>
        </div>
      )}
      {tool.findings.map(({ kind, text, path }) => (
        <p key={kind + path} class="note warning">
          <Foreign inline text={`${text} (${path})`} />
        </p>
      ))}
    </>
  )
}

/** What the server says about the effects of a tool. */
function hintsOf({
  annotations = {},
  outputSchema,
  execution,
  appUri,
  isForApps,
}: Tool): readonly (readonly [string, ('warn' | 'ask')?])[] {
  const task = isObject(execution) ? own(execution, 'taskSupport') : undefined
  return [
    annotations['readOnlyHint'] === true ? (['read only'] as const) : undefined,
    annotations['destructiveHint'] === true && annotations['readOnlyHint'] !== true
      ? (['may destroy', 'warn'] as const)
      : undefined,
    annotations['idempotentHint'] === true ? (['can be repeated'] as const) : undefined,
    annotations['openWorldHint'] === true ? (['reaches outside'] as const) : undefined,
    outputSchema === undefined ? undefined : (['structured result'] as const),
    task === 'required' || task === 'optional' ? ([`task ${task}`] as const) : undefined,
    appUri === undefined ? undefined : (['has an app'] as const),
    isForApps ? (['for apps alone', 'ask'] as const) : undefined,
  ].filter((hint) => hint !== undefined)
}

interface CallFormProps extends ToolProps {
  readonly state: FormState
  readonly meta: FormState
}

function CallForm({ server, tool, state, meta }: CallFormProps) {
  const app = useApp()
  const canBeTask =
    isObject(tool.execution) && ['optional', 'required'].includes(String(own(tool.execution, 'taskSupport')))
  const call = (how: 'plain' | 'task' | 'wire') => {
    state.wasTried.value = true
    const [args, more] = [state.toObject(), meta.toObject()]
    if (args === undefined || more === undefined) return app.ui.toast('The arguments are not a JSON object yet.')
    const extra = Object.keys(more).length === 0 ? {} : { meta: more }
    const request = { server, tool: tool.name, args }
    if (how === 'wire') app.operate({ kind: 'wire', ...request })
    else app.operate({ kind: 'call', ...request, ...extra, ...(how === 'task' ? { asTask: true } : {}) })
    app.ui.pane.value = 'work'
  }
  useEffect(() => {
    state.wasTried.value = false
  }, [state])
  const wrong = state.problems.value.length
  return (
    <form
      class="call-form"
      data-call
      onSubmit={(event) => {
        event.preventDefault()
        call('plain')
      }}
    >
      <FormEditor state={state} label="Arguments" />
      <details class="meta">
        <summary>_meta</summary>
        <FormEditor state={meta} label="_meta" />
      </details>
      <div class="row actions sticky">
        <button type="submit" class="go">
          {wrong > 0 && state.wasTried.value ? 'Call anyway' : 'Call'}
        </button>
        {canBeTask || <Kbd>{modifierKey} ↵</Kbd>}
        {canBeTask && (
          <button type="button" onClick={() => call('task')}>
            Call as a task
          </button>
        )}
        <button
          type="button"
          class="quiet"
          title="The same call in each revision, with what goes over the wire side by side"
          onClick={() => call('wire')}
        >
          In every revision
        </button>
      </div>
    </form>
  )
}

function definitionOf({ inputSchema, outputSchema, annotations, _meta, definition, modelName }: Tool): object {
  return {
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
    definition,
    ...(modelName === undefined ? {} : { modelName }),
  }
}
