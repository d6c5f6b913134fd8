-- In which timezones the times of an import, or of a device's records, were read, so that they keep their days when the
-- person moves: `[{ zone, until }]`, oldest first, with `until` in epoch milliseconds. Null where nothing asks for it.
ALTER TABLE imports ADD COLUMN eras json;
ALTER TABLE devices ADD COLUMN eras text;
-- A cluster refuses other than immutable functions in such an update, and devices, which may not be distributed yet.
UPDATE imports SET eras = ('[{"zone":"' || timezone || '","until":' || (extract(epoch FROM started_at - timestamptz 'epoch') * 1000)::text || '}]')::json
FROM users WHERE users.user_id = imports.user_id AND source <> 'fettle';
DO $$ DECLARE device record; BEGIN
  FOR device IN SELECT devices.*, timezone FROM devices JOIN users USING (user_id) LOOP
    UPDATE imports SET eras = NULL WHERE user_id = device.user_id AND import_id = device.import_id;
    UPDATE devices SET eras = json_build_array(json_build_object('zone', device.timezone, 'until', extract(epoch FROM device.arrived_at) * 1000))
    WHERE user_id = device.user_id AND device_id = device.device_id AND device.arrived_at IS NOT NULL;
  END LOOP;
END $$;
