import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { Network } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { RadioCards } from '@/components/radio-cards';
import { FormFailure } from '@/shared/form-failure';

import { adapterLabel, describeAdapter } from './adapter-texts';
import { useChooseAdapter } from './mutations';

type AdapterChoicesProps = {
  network: Network;
  value: string | null;
  disabled: boolean;
  onChange: (name: string | null) => void;
};

/** What the automatic choice leads to. */
function describeAutomatic({ adapters: [best], chosenAdapter, address: current }: Network): string {
  if (chosenAdapter !== null || current === null || !best) return t`Whichever students most likely use`;
  const label = adapterLabel(best);
  const { address } = best;
  return t({ message: `Now ${label}, ${address}`, comment: 'A network and its address' });
}

function AdapterChoices({ network, value, disabled, onChange }: AdapterChoicesProps) {
  // An adapter with several addresses is listed once for each; use the best one.
  const adapters = network.adapters.filter(
    ({ name }, at, all) => all.findIndex((other) => other.name === name) === at,
  );
  return (
    <RadioCards
      hideLegend
      legend={<Trans>The network that students use</Trans>}
      choices={[
        { value: null, title: t`Best one (automatic)`, detail: describeAutomatic(network) },
        ...adapters.map((adapter) => ({
          value: adapter.name,
          title: `${adapterLabel(adapter)}, ${adapter.address}`,
          detail: describeAdapter(adapter),
        })),
      ]}
      {...{ value, disabled, onChange }}
    />
  );
}

type FormProps = { network: Network; changeable: boolean; onDone: () => void };

function AdapterForm({ network, changeable, onDone }: FormProps) {
  const [value, setValue] = useState(network.chosenAdapter);
  const choose = useChooseAdapter();
  useBlockClosing(choose.isPending);
  const isDisconnected =
    network.chosenAdapter !== null && network.adapters.every(({ name }) => name !== network.chosenAdapter);
  const save = () => {
    if (!choose.isPending) choose.mutate(value, { onSuccess: onDone });
  };
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {isDisconnected && (
        <p className="mb-3">
          <Trans>The network that you chose isn&apos;t connected now.</Trans>
        </p>
      )}
      <AdapterChoices network={network} value={value} disabled={!changeable} onChange={setValue} />
      {!changeable && (
        <p className="mt-4 text-ink-2">
          <Trans>This can only be changed on the class computer itself.</Trans>
        </p>
      )}
      <FormFailure error={choose.error} pending={choose.isPending} className="mt-4" />
      <DialogActions cancelLabel={changeable ? t`Cancel` : t`Close`}>
        {changeable && (
          <Button
            variant="primary"
            type="submit"
            pending={choose.isPending}
            pendingLabel={t`Changing network`}
          >
            <Trans>Use This Network</Trans>
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

type AdapterDialogProps = Omit<FormProps, 'onDone'> & { open: boolean; onClose: () => void };

/** Dialog to choose the network adapter that students use. */
export function AdapterDialog({ network, changeable, open, onClose }: AdapterDialogProps) {
  const isOnly = network.adapters.length <= 1;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`Which network do students use?`}
      description={
        isOnly
          ? t`This computer is in one network only. If students use another, connect this computer to it: the address follows by itself.`
          : t`The address and the code follow your choice.`
      }
    >
      <AdapterForm network={network} changeable={changeable} onDone={onClose} />
    </Dialog>
  );
}
