import type { ComponentChildren } from 'preact'
import { JsonTree } from '../content/json-tree.js'
import { Empty, Foreign } from '../elements/parts.js'
import { OperationSlot } from '../operations/operation-slot.js'

interface ItemPageProps {
  readonly name: string
  readonly head: ComponentChildren
  /** What can be done with it. */
  readonly children: ComponentChildren
  /** What the server said of it. */
  readonly definition: ComponentChildren
  /** The operations whose results are shown. */
  readonly operations: string
  readonly empty: { readonly title: string; readonly text: ComponentChildren }
  /** What stands above the results. */
  readonly above?: ComponentChildren
}

/** Something that a server offers: at the left what it is and what can be done with it, at the right what came of that. */
export function ItemPage({ name, head, children, definition, operations, empty, above }: ItemPageProps) {
  return (
    <>
      <section class="form" data-pane="work" aria-label={name}>
        <header>{head}</header>
        {children}
        {definition}
      </section>
      <div class="side" data-pane="work">
        {above}
        <OperationSlot item={operations}>
          <Empty title={empty.title}>
            <p>{empty.text}</p>
          </Empty>
        </OperationSlot>
      </div>
    </>
  )
}

interface ItemHeadProps {
  readonly name: string
  readonly title?: string | undefined
  readonly address?: string | undefined
  readonly description?: string | undefined
}

/** Its names, its address and what the server says about it. */
export function ItemHead({ name, title, address, description }: ItemHeadProps) {
  return (
    <>
      <h1>
        <Foreign inline text={name} />
      </h1>
      {title !== undefined && title !== name && (
        <p class="title">
          <Foreign inline text={title} />
        </p>
      )}
      {address !== undefined && (
        <p class="address">
          <code>
            <Foreign inline text={address} />
          </code>
        </p>
      )}
      {description !== undefined && <Foreign text={description} />}
    </>
  )
}

/** As the server sent it. */
export function Definition({ title = 'Definition', value }: { readonly title?: string; readonly value: object }) {
  return (
    <details class="definition">
      <summary>{title}</summary>
      <JsonTree value={value} />
    </details>
  )
}
