import { Keyboard, LogOut, MonitorUp, UserRound } from 'lucide'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { MenuItem } from '@/components/ui/menu-item'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { showKeysEvent } from '@/lib/client/show-keys'
import { chooseTheme, useThemeChoice } from '@/lib/client/theme-choice'
import { readTheme } from '@/lib/core/theme'
import { switchScreenShare } from '@/lib/people/client/screen-share'
import { signOut } from '@/lib/people/client/sign-out'

/** Entries of the account menu. */
export const AccountItems = ({ isShared }: { isShared: boolean }) => (
  <>
    <div className="flex border-y px-2 py-2">
      <ThemeChoice />
    </div>
    <div className="pt-1">
      <OwnAccountItem />
      <ScreenShareItem isOn={isShared} />
      <div className="max-sm:hidden">
        <KeysItem />
      </div>
      <SignOutItem />
    </div>
  </>
)

/** Opens the list of keys, for people who don't know the `?` key. */
function KeysItem() {
  return (
    <MenuItem icon={Keyboard} onSelect={() => document.dispatchEvent(new Event(showKeysEvent))}>
      Keyboard shortcuts
    </MenuItem>
  )
}

/** A plain link in the menu. */
function OwnAccountItem() {
  return (
    <a
      href="/settings/account"
      className="flex min-h-8 items-center gap-2 rounded-chip px-2 py-1 hover:bg-hover focus-visible:-outline-offset-2 max-sm:min-h-10"
    >
      <Icon of={UserRound} className="text-muted" />
      Your account
    </a>
  )
}

/** Masks personal data while the screen is shared, or stops doing so. */
const ScreenShareItem = ({ isOn }: { isOn: boolean }) => (
  <MenuItem icon={MonitorUp} onSelect={switchScreenShare}>
    {isOn ? 'End screen-share mode' : 'Screen-share mode'}
  </MenuItem>
)

function SignOutItem() {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <MenuItem icon={LogOut} keepOpen onSelect={async () => setFailure(await signOut())}>
        Sign out
      </MenuItem>
      {failure !== null && (
        <p role="alert" className="px-2 py-1 font-medium text-danger text-meta">
          {failure}
        </p>
      )}
    </>
  )
}

const segments = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function ThemeChoice() {
  const chosen = useThemeChoice() ?? 'system'
  return <SegmentedControl label="Theme" segments={segments} value={chosen} onChange={(value) => chooseTheme(readTheme(value))} />
}
