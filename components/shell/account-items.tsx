import { KeysItem } from './keys-item'
import { OwnAccountItem } from './own-account-item'
import { ScreenShareItem } from './screen-share-item'
import { SignOutItem } from './sign-out-item'
import { ThemeChoice } from './theme-choice'

/** What can be done from one's own menu. */
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
