import type { FaultChange, Server } from '../api/contract.js'
import { useApp } from '../state/app.js'

const delays = [0, 100, 500, 2_000, 10_000]

/** Switches that disturb what passes on a connection, to see how everything copes. */
export function FaultSwitches({ server }: { readonly server: Server }) {
  const app = useApp()
  const { faults, name, transport } = server
  const set = (change: FaultChange) => void app.act('set-faults', { server: name, faults: change })
  return (
    <div class="faults">
      <label>
        <span>Delay each message</span>
        <select
          value={String(faults.delayMs)}
          onChange={({ currentTarget }) => set({ delayMs: Number(currentTarget.value) })}
        >
          {[...new Set([...delays, faults.delayMs])].map((ms) => (
            <option key={ms} value={String(ms)}>
              {ms === 0 ? 'not' : `${ms} ms`}
            </option>
          ))}
        </select>
      </label>
      <Switch text="Deliver answers twice" isOn={faults.duplicate} onChange={(duplicate) => set({ duplicate })} />
      <Switch text="Hold everything back" isOn={faults.stall} onChange={(stall) => set({ stall })} />
      <Switch
        text="Cut the connection after the next message"
        isOn={faults.cutAfter !== undefined}
        onChange={(isOn) => set({ cutAfter: isOn ? 1 : null })}
      />
      {transport === 'http' && (
        <>
          <Switch
            text="Answer with 401"
            isOn={faults.unauthorized}
            onChange={(unauthorized) => set({ unauthorized })}
          />
          <Switch
            text="Let the session expire"
            isOn={faults.expiredSession}
            onChange={(expiredSession) => set({ expiredSession })}
          />
        </>
      )}
    </div>
  )
}

interface SwitchProps {
  readonly text: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Switch({ text, isOn, onChange }: SwitchProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{text}</span>
    </label>
  )
}
