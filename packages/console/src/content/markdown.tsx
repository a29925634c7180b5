import { cleanText, webAddress } from '../elements/clean-text.js'
import { type Block, type Inline, parseMarkdown } from './parse-markdown.js'

const maxLength = 100_000

/** Foreign Markdown as nodes. Pictures are not loaded; links lead to the web, and say where. */
export function Markdown({ text }: { readonly text: string }) {
  if (text.length > maxLength) return <pre class="plain-text">{cleanText(text.slice(0, maxLength * 2))}</pre>
  return (
    <div class="markdown" dir="auto">
      <Blocks blocks={parseMarkdown(text)} />
    </div>
  )
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  )
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      // Headings of foreign text have no rank in the outline of the page.
      return (
        <p class={`heading level-${block.level}`}>
          <Line parts={block.parts} />
        </p>
      )
    case 'paragraph':
      return (
        <p>
          <Line parts={block.parts} />
        </p>
      )
    case 'code':
      return (
        <pre class="code" tabIndex={0} role="region" aria-label="Code">
          {cleanText(block.text)}
        </pre>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'list':
      return block.isOrdered ? <ol>{block.items.map(toItem)}</ol> : <ul>{block.items.map(toItem)}</ul>
    case 'table':
      return <Table rows={block.rows} />
    case 'rule':
      return <hr />
  }
}

function toItem(parts: readonly Inline[], index: number) {
  return (
    <li key={index}>
      <Line parts={parts} />
    </li>
  )
}

function Table({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly (readonly Inline[])[])[] }) {
  return (
    <table class="data">
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <Line parts={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>
                <Line parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Line({ parts }: { readonly parts: readonly Inline[] }) {
  return <>{parts.map(toPart)}</>
}

function toPart(part: Inline, index: number) {
  if (part.kind === 'text') return cleanText(part.text)
  if (part.kind === 'code') return <code key={index}>{cleanText(part.text)}</code>
  const inner = <Line parts={part.parts} />
  if (part.kind === 'strong') return <strong key={index}>{inner}</strong>
  if (part.kind === 'em') return <em key={index}>{inner}</em>
  const href = webAddress(part.href)
  if (href === undefined)
    return (
      <span key={index}>
        {inner} ({cleanText(part.href)})
      </span>
    )
  return (
    <a key={index} href={href} target="_blank" rel="noreferrer noopener" title={href}>
      {inner}
    </a>
  )
}
