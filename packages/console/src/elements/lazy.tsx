import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A part of the page that is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function Lazy(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => loaded)
    const [problem, setProblem] = useState('')
    useEffect(() => {
      if (Part !== undefined) return
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        () => setProblem('This part of the page could not be loaded. Is the command still running?'),
      )
    }, [])
    if (problem !== '') return <p class="note warning">{problem}</p>
    return Part === undefined ? <p class="soft loading">Loading …</p> : <Part {...props} />
  }
}
