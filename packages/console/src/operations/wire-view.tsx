import type { WireComparison } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'

/** The same call in each revision, a column for each: a step that is as in the column before says so. */
export function WireView({ wire: { revisions, steps } }: { readonly wire: WireComparison }) {
  return (
    <section class="wires" tabIndex={0} aria-label="The wire in each revision">
      <table style={{ '--columns': revisions.length }}>
        <thead>
          <tr>
            {revisions.map(({ revision, error }) => (
              <th key={revision} scope="col">
                {revision}
                {error !== undefined && <p class="bad">{cleanText(error)}</p>}
              </th>
            ))}
          </tr>
        </thead>
        {steps.map(({ title, texts }) => (
          <tbody key={title}>
            <tr>
              <th class="step" scope="rowgroup" colSpan={revisions.length}>
                {cleanText(title)}
              </th>
            </tr>
            <tr>
              {revisions.map(({ revision }, index) => (
                <Step key={revision} text={texts[revision]} before={texts[revisions[index - 1]?.revision ?? '']} />
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Step({ text, before }: { readonly text: string | undefined; readonly before: string | undefined }) {
  if (text === undefined) return <td class="none">–</td>
  if (text === before) return <td class="same">as at the left</td>
  return (
    <td>
      <pre>{cleanText(text)}</pre>
    </td>
  )
}
